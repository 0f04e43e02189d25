/** Maximum inactivity of an owner before a check-in mail. */
export const checkInFrequencies = ['disabled', 'weekly', 'monthly', 'quarterly'] as const;
export type CheckInFrequency = (typeof checkInFrequencies)[number];

export const checkIntervalDays = {
  weekly: 7,
  monthly: 30,
  quarterly: 91,
} as const satisfies Record<Exclude<CheckInFrequency, 'disabled'>, number>;

/** Unanswered mails before the trusted contacts are notified. */
export const checkInsPerRound = 3;

/**
 * Resends of undelivered mails per round. Further ones count as unanswered, because mailboxes of
 * deceased people are closed.
 */
export const checkInRepeatsPerRound = 3;

/**
 * Days between two mails of a round, and between its last mail and the notification of contacts.
 */
export const checkInPauseDays = 7;

/**
 * `watching`: waiting for inactivity. `asking`: mails are unanswered. `resting`: contacts were
 * notified. `paused`: the protocol is active.
 */
export const checkInStates = ['disabled', 'watching', 'asking', 'resting', 'paused'] as const;
export type CheckInState = (typeof checkInStates)[number];

export const checkInStepKinds = [
  'check_in_enqueued',
  'check_in_sent',
  'check_in_refused',
  'contacts_notified',
  'no_contact_to_notify',
  'answered',
  'seen',
  'contacts_reassured',
] as const;
