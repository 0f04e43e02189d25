import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { localeField, timestamp } from '../fields.ts';
import { linkInput } from '../identity/account-schemas.ts';
import { checkInFrequencies, checkInStates, checkInStepKinds } from './check-in-values.ts';

const linkLimit = { per: 'address', max: 60, seconds: hour } as const;

export const checkInStep = z.object({
  kind: z.enum(checkInStepKinds),
  at: timestamp,
  /** Which mail of the round, or how many contacts. */
  count: z.int().nullable(),
});
export type CheckInStepView = z.input<typeof checkInStep>;

export const checkInSettingsView = z.object({
  frequency: z.enum(checkInFrequencies),
  state: z.enum(checkInStates),
  /** When the next mail goes, or the contacts are told, unless there is a sign of life before. */
  next_step_at: timestamp.nullable(),
  /** The next step is that the contacts are told. */
  is_last_step: z.boolean(),
  confirmed_contacts: z.int(),
  /** What happened in the last round, oldest first; none when there was no round. */
  steps: z.array(checkInStep),
});
export type CheckInSettingsView = z.input<typeof checkInSettingsView>;

/** What the page behind the link of a check-in mail says. */
export const checkInView = z.object({
  owner_name: z.string().nullable(),
  /** Masked. */
  owner_email: z.string(),
  preferred_language: localeField,
  /** `asked`: the button counts. `known`: a sign of life came since. */
  state: z.enum(['asked', 'known']),
  /** Since when the mails of the round go unanswered. */
  asked_at: timestamp,
  were_contacts_told: z.boolean(),
});
export type CheckInView = z.input<typeof checkInView>;

export const checkInEndpoints = {
  getCheckInSettings: defineEndpoint({
    id: 'get-presence',
    summary: 'How often the owner is asked for a sign of life, and the steps of the last round.',
    method: 'GET',
    path: '/presence',
    callers: 'owner',
    output: checkInSettingsView,
  }),
  setCheckInFrequency: defineEndpoint({
    id: 'set-presence',
    summary: 'Choose how often to be asked for a sign of life. Counts as one.',
    method: 'PUT',
    path: '/presence',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ frequency: z.enum(checkInFrequencies, 'invalid') }),
    output: checkInSettingsView,
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  describeCheckIn: defineEndpoint({
    id: 'describe-check-in',
    summary:
      'Who is asked by the check-in mail with this token, and whether an answer is waited for.',
    method: 'POST',
    path: '/check-in/describe',
    callers: 'anyone',
    body: linkInput,
    output: checkInView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
  answerCheckIn: defineEndpoint({
    id: 'answer-check-in',
    summary: 'Give a sign of life by the link of a check-in mail. Can be repeated.',
    method: 'POST',
    path: '/check-in/answer',
    callers: 'anyone',
    body: linkInput,
    output: checkInView,
    errors: ['link_invalid', 'link_expired'],
    limits: [linkLimit],
  }),
} as const;
