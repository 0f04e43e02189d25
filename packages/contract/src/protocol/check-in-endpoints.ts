import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { localeField, timestamp } from '../fields.ts';
import { mailedLink } from '../identity/account-schemas.ts';
import { checkInFrequencies, checkInStates, checkInStepKinds } from './check-in-values.ts';

const checkInStep = z.object({
  kind: z.enum(checkInStepKinds),
  at: timestamp,
  /** Number of the mail within the round, or number of notified contacts. */
  count: z.int().nullable(),
});
export type CheckInStepView = z.input<typeof checkInStep>;

export const checkInSettingsView = z.object({
  frequency: z.enum(checkInFrequencies),
  state: z.enum(checkInStates),
  /**
   * Time of the next mail or of the notification of contacts, unless the owner checks in earlier.
   */
  next_step_at: timestamp.nullable(),
  /** The next step notifies the contacts. */
  is_last_step: z.boolean(),
  confirmed_contacts: z.int(),
  /** Steps of the last round, oldest first; empty without a round. */
  steps: z.array(checkInStep),
});
export type CheckInSettingsView = z.input<typeof checkInSettingsView>;

/** Page behind the link of a check-in mail. */
const checkInView = z.object({
  owner_name: z.string().nullable(),
  /** Masked address. */
  owner_email: z.string(),
  preferred_language: localeField,
  /** `asked`: the button counts as a check-in. `known`: the owner was active after the mail. */
  state: z.enum(['asked', 'known']),
  /** Time of the first unanswered mail of the round. */
  asked_at: timestamp,
  were_contacts_notified: z.boolean(),
});
export type CheckInView = z.input<typeof checkInView>;

export const checkInEndpoints = {
  getCheckInSettings: defineEndpoint({
    id: 'get-check-ins',
    summary: 'Frequency of check-ins and the steps of the last round.',
    route: 'GET /check-ins',
    callers: 'owner',
    output: checkInSettingsView,
  }),
  setCheckInFrequency: defineEndpoint({
    id: 'set-check-ins',
    summary: 'Choose the frequency of check-ins. Counts as one.',
    route: 'PUT /check-ins',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ frequency: z.enum(checkInFrequencies, 'invalid') }),
    output: checkInSettingsView,
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  describeCheckIn: defineEndpoint({
    ...mailedLink,
    id: 'describe-check-in',
    summary: 'State of the check-in with this token.',
    route: 'POST /check-in/describe',
    output: checkInView,
  }),
  answerCheckIn: defineEndpoint({
    ...mailedLink,
    id: 'answer-check-in',
    summary: 'Check in by the mailed link. Can be repeated.',
    route: 'POST /check-in/answer',
    output: checkInView,
  }),
} as const;
