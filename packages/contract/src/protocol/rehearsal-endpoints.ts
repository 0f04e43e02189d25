import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { localeField, pinField, timestamp } from '../fields.ts';
import { linkInput, mailedLink } from '../identity/account-schemas.ts';
import {
  participantKinds,
  participantStates,
  rehearsalEndings,
  rehearsalObstacles,
  rehearsalPinStates,
} from './rehearsal-values.ts';

const rehearsalParticipant = z.object({
  id: z.string(),
  kind: z.enum(participantKinds),
  contact_id: z.string().nullable(),
  /** Empty if the name is missing or unreadable. */
  name: z.string(),
  /** Address at the time of the rehearsal; empty if unreadable. */
  email: z.string(),
  /** The contact's present address differs from that at the time of the rehearsal. */
  is_address_changed: z.boolean(),
  state: z.enum(participantStates),
  pin: z.enum(rehearsalPinStates),
  /** Time at which a mail server accepted the mail. */
  accepted_at: timestamp.nullable(),
  answered_at: timestamp.nullable(),
});
export type RehearsalParticipant = z.input<typeof rehearsalParticipant>;

export const rehearsalView = z.object({
  id: z.string(),
  started_at: timestamp,
  /** Deadline for answers. */
  ends_at: timestamp,
  ended_at: timestamp.nullable(),
  ended_by: z.enum(rehearsalEndings).nullable(),
  /** True if further recipients received a short mail as well. */
  mails_recipients: z.boolean(),
  /** Participants, contacts first. */
  parts: z.array(rehearsalParticipant),
});
export type RehearsalView = z.input<typeof rehearsalView>;

const plannedPerson = z.object({ name: z.string(), email: z.string() });

/** A mail as it would be sent. */
const plannedMail = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** Label of the button. */
  action: z.string().nullable(),
});
export type PlannedMail = z.output<typeof plannedMail>;

/** Preview of a rehearsal. */
const rehearsalPlan = z.object({
  contacts: z.array(plannedPerson),
  recipients: z.array(plannedPerson),
  /** Further addresses above the limit, which are not checked. */
  recipients_omitted: z.number().int(),
  asks_for_pin: z.boolean(),
  /** Reason why a rehearsal cannot be started now. */
  obstacle: z.enum(rehearsalObstacles).nullable(),
  /** Earliest next start, if the last one was too recent. */
  next_start_at: timestamp.nullable(),
  contact_mail: plannedMail,
  recipient_mail: plannedMail,
});
export type RehearsalPlan = z.input<typeof rehearsalPlan>;

const rehearsalsView = z.object({
  plan: rehearsalPlan,
  /** The open one first, then newest first. */
  rehearsals: z.array(rehearsalView),
});
export type RehearsalsView = z.input<typeof rehearsalsView>;

const startRehearsalInput = z.object({
  /** Sends a short mail without content to further recipients as well. */
  mails_recipients: z.boolean('invalid').default(false),
});

/** Page behind the link of a test mail. */
const rehearsalAnswerView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  preferred_language: localeField,
  /** `over`: the rehearsal has ended, or the protocol was started. */
  state: z.enum(['asked', 'answered', 'over']),
  asks_for_pin: z.boolean(),
  pin: z.enum(rehearsalPinStates),
  pin_tries_left: z.number().int(),
});
export type RehearsalAnswerView = z.output<typeof rehearsalAnswerView>;

const rehearsalPinInput = linkInput.extend({ pin: pinField });
export const rehearsalEndpoints = {
  getRehearsals: defineEndpoint({
    id: 'get-rehearsals',
    summary: 'Preview of a rehearsal, the open one and previous ones.',
    route: 'GET /rehearsals',
    callers: 'owner',
    output: rehearsalsView,
  }),
  startRehearsal: defineEndpoint({
    id: 'start-rehearsal',
    summary: 'Send a test mail to every confirmed contact and check further addresses.',
    route: 'POST /rehearsals',
    callers: 'owner',
    proof: 'fresh',
    body: startRehearsalInput,
    output: rehearsalsView,
    errors: rehearsalObstacles,
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  endRehearsal: defineEndpoint({
    id: 'end-rehearsal',
    summary: 'End the open rehearsal. Answers are kept.',
    route: 'POST /rehearsals/end',
    callers: 'owner',
    proof: 'recent',
    output: rehearsalsView,
    errors: ['rehearsal_not_running'],
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  openRehearsal: defineEndpoint({
    ...mailedLink,
    id: 'open-rehearsal',
    summary: 'State of the rehearsal for the contact with this token.',
    route: 'POST /rehearsal-answer',
    output: rehearsalAnswerView,
    errors: ['link_invalid'],
  }),
  answerRehearsal: defineEndpoint({
    ...mailedLink,
    id: 'answer-rehearsal',
    summary: 'Confirm a test mail by its link. Can be repeated.',
    route: 'POST /rehearsal-answer/arrived',
    output: rehearsalAnswerView,
    errors: ['link_invalid'],
  }),
  tryRehearsalPin: defineEndpoint({
    id: 'try-rehearsal-pin',
    summary: 'Enter the PIN; only the result is stored. Counts as an attempt, like at a start.',
    route: 'POST /rehearsal-answer/pin',
    callers: 'anyone',
    body: rehearsalPinInput,
    output: rehearsalAnswerView,
    errors: ['link_invalid', 'rehearsal_pin_not_asked', 'pin_locked'],
    limits: [{ per: 'address', max: 20, seconds: hour }],
  }),
  skipRehearsalPin: defineEndpoint({
    ...mailedLink,
    id: 'skip-rehearsal-pin',
    summary: 'Report that the PIN is unknown.',
    route: 'POST /rehearsal-answer/no-pin',
    output: rehearsalAnswerView,
    errors: ['link_invalid', 'rehearsal_pin_not_asked'],
  }),
} as const;
