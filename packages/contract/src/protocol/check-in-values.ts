/** How long an owner may give no sign of life before a check-in mail asks after them. */
export const checkInFrequencies = ['disabled', 'weekly', 'monthly', 'quarterly'] as const;
export type CheckInFrequency = (typeof checkInFrequencies)[number];

export const checkIntervalDays = {
  weekly: 7,
  monthly: 30,
  quarterly: 91,
} as const satisfies Record<Exclude<CheckInFrequency, 'disabled'>, number>;

/** After so many mails without an answer the trusted contacts are told. */
export const checkInsPerRound = 3;

/**
 * How often in a round a mail is sent again that did not arrive. Afterwards it counts like one without an
 * answer: mailboxes of people who died are closed.
 */
export const checkInRepeatsPerRound = 3;

/** Between two mails of a round, and between the last one and the contacts. */
export const checkInPauseDays = 7;

/**
 * `watching`: the time since the last sign of life runs. `asking`: mails go out and wait for an
 * answer. `resting`: the contacts were told, nothing more follows. `paused`: the protocol is active.
 */
export const checkInStates = ['disabled', 'watching', 'asking', 'resting', 'paused'] as const;
export type CheckInState = (typeof checkInStates)[number];

export const checkInStepKinds = [
  'check_in_ordered',
  'check_in_sent',
  'check_in_refused',
  'contacts_told',
  'nobody_to_tell',
  'answered',
  'seen',
  'contacts_reassured',
] as const;
