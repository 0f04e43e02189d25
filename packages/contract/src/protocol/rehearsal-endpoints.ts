import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { localeField, pinField, timestamp } from '../fields.ts';
import { linkInput } from '../identity/account-schemas.ts';
import {
  participantKinds,
  participantStates,
  rehearsalEndings,
  rehearsalObstacles,
  rehearsalPinStates,
} from './rehearsal-values.ts';

/** One person of a rehearsal. */
const rehearsalParticipant = z.object({
  id: z.string(),
  kind: z.enum(participantKinds),
  contact_id: z.string().nullable(),
  /** Empty where an instruction names nobody, or where it does not open. */
  name: z.string(),
  /** The address that was asked or checked; empty where it does not open. */
  email: z.string(),
  /** The contact has another address by now. */
  is_address_changed: z.boolean(),
  state: z.enum(participantStates),
  pin: z.enum(rehearsalPinStates),
  /** When a mail server took the mail. */
  taken_at: timestamp.nullable(),
  answered_at: timestamp.nullable(),
});
export type RehearsalParticipant = z.input<typeof rehearsalParticipant>;

export const rehearsalView = z.object({
  id: z.string(),
  started_at: timestamp,
  /** Until when contacts can answer. */
  ends_at: timestamp,
  ended_at: timestamp.nullable(),
  ended_by: z.enum(rehearsalEndings).nullable(),
  /** Further recipients got a short mail as well. */
  mails_recipients: z.boolean(),
  /** Contacts first. */
  parts: z.array(rehearsalParticipant),
});
export type RehearsalView = z.input<typeof rehearsalView>;

const plannedPerson = z.object({ name: z.string(), email: z.string() });

/** A mail as it would be sent, in words. */
const plannedMail = z.object({
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** What its button says. */
  action: z.string().nullable(),
});
export type PlannedMail = z.output<typeof plannedMail>;

/** What a rehearsal would do if it began now. */
const rehearsalPlan = z.object({
  contacts: z.array(plannedPerson),
  recipients: z.array(plannedPerson),
  /** Further addresses that would not be looked at, being too many. */
  recipients_left_out: z.number().int(),
  asks_for_pin: z.boolean(),
  /** Why it cannot begin now, if so. */
  obstacle: z.enum(rehearsalObstacles).nullable(),
  /** When the next one may begin, where the last one was too short a time ago. */
  next_start_at: timestamp.nullable(),
  contact_mail: plannedMail,
  recipient_mail: plannedMail,
});
export type RehearsalPlan = z.input<typeof rehearsalPlan>;

const rehearsalsView = z.object({
  plan: rehearsalPlan,
  /** The one under way first, then the others, newest first. */
  rehearsals: z.array(rehearsalView),
});
export type RehearsalsView = z.input<typeof rehearsalsView>;

const startRehearsalInput = z.object({
  /** Also send those a short mail without content who are named by instructions alone. */
  mails_recipients: z.boolean('invalid').default(false),
});

/** What the page behind the link of a test mail says. */
const rehearsalAnswerView = z.object({
  owner_name: z.string().nullable(),
  owner_email: z.string(),
  contact_name: z.string(),
  preferred_language: localeField,
  /** `over`: it has ended, or the protocol was started; nothing is waited for. */
  state: z.enum(['asked', 'answered', 'over']),
  /** Whether the page asks for the PIN now. */
  asks_for_pin: z.boolean(),
  pin: z.enum(rehearsalPinStates),
  pin_tries_left: z.number().int(),
});
export type RehearsalAnswerView = z.output<typeof rehearsalAnswerView>;

const rehearsalPinInput = linkInput.extend({ pin: pinField });

const linkLimit = { per: 'address', max: 60, seconds: hour } as const;

export const rehearsalEndpoints = {
  getRehearsals: defineEndpoint({
    id: 'get-rehearsals',
    summary: 'What a rehearsal would send and to whom, the one under way, and the last ones.',
    method: 'GET',
    path: '/rehearsals',
    callers: 'owner',
    output: rehearsalsView,
  }),
  startRehearsal: defineEndpoint({
    id: 'start-rehearsal',
    summary: 'Ask every confirmed contact by a mail marked as a test; check further addresses.',
    method: 'POST',
    path: '/rehearsals',
    callers: 'owner',
    proof: 'fresh',
    body: startRehearsalInput,
    output: rehearsalsView,
    errors: rehearsalObstacles,
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  endRehearsal: defineEndpoint({
    id: 'end-rehearsal',
    summary: 'End the rehearsal under way. Answers that came stay.',
    method: 'POST',
    path: '/rehearsals/end',
    callers: 'owner',
    proof: 'recent',
    output: rehearsalsView,
    errors: ['rehearsal_not_running'],
    limits: [{ per: 'account', max: 20, seconds: hour }],
  }),
  openRehearsal: defineEndpoint({
    id: 'open-rehearsal',
    summary: 'What the contact who got the test mail with this token is asked.',
    method: 'POST',
    path: '/rehearsal-answer',
    callers: 'anyone',
    body: linkInput,
    output: rehearsalAnswerView,
    errors: ['link_invalid'],
    limits: [linkLimit],
  }),
  answerRehearsal: defineEndpoint({
    id: 'answer-rehearsal',
    summary: 'Say by the link of a test mail that it has arrived. Can be repeated.',
    method: 'POST',
    path: '/rehearsal-answer/arrived',
    callers: 'anyone',
    body: linkInput,
    output: rehearsalAnswerView,
    errors: ['link_invalid'],
    limits: [linkLimit],
  }),
  tryRehearsalPin: defineEndpoint({
    id: 'try-rehearsal-pin',
    summary: 'Say the PIN; only whether it was right is kept. Counts like a try at a start.',
    method: 'POST',
    path: '/rehearsal-answer/pin',
    callers: 'anyone',
    body: rehearsalPinInput,
    output: rehearsalAnswerView,
    errors: ['link_invalid', 'rehearsal_pin_not_asked', 'pin_locked'],
    limits: [{ per: 'address', max: 20, seconds: hour }],
  }),
  skipRehearsalPin: defineEndpoint({
    id: 'skip-rehearsal-pin',
    summary: 'Say that one does not know the PIN.',
    method: 'POST',
    path: '/rehearsal-answer/no-pin',
    callers: 'anyone',
    body: linkInput,
    output: rehearsalAnswerView,
    errors: ['link_invalid', 'rehearsal_pin_not_asked'],
    limits: [linkLimit],
  }),
} as const;
