/** Excludes characters that look alike on paper. */
export const paperCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const groupCount = 4;
const groupLength = 5;
export const paperCodeLength = groupCount * groupLength;
const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Waiting periods that an owner can choose, in hours. */
export const waitingChoices = [0, 24, 72, 168, 336, 720] as const;
export type WaitingHours = (typeof waitingChoices)[number];

/** Default of the dialog for the first contact. */
export const proposedWaitingHours: WaitingHours = 72;

export const releaseTimings = {
  /** After this time without an agreement the first contact may continue alone. */
  agreement: 14 * day,
  /** Validity of an agreement after a failed payment. */
  agreementValidity: 30 * day,
  /** Expiry of approved, pending or agreed activations, after their last step. */
  stale: 90 * day,
  /** Reminders of the contact, counted back from that expiry. */
  staleReminders: { first: 30 * day, last: 7 * day },
  /** Interval between two warnings of the owner. */
  warning: 1 * day,
  /** Minimum uptime of the service between the end of an interruption and a release. */
  afterInterruption: 1 * day,
  /** Minimum time between the dismissal of a doubt and the release. */
  afterDoubt: 1 * day,
} as const;

/** Minimum waiting period without the agreement of a second contact. */
const minHoursAlone = 168;
const minHoursDoubted = 24;

/** Owner's settings for a start. */
export interface ReleaseRules {
  waiting_hours: number;
  /** A second contact has to agree if there are two or more confirmed contacts. */
  needs_second: boolean;
}

export interface StoredReleaseRules extends ReleaseRules {
  /** A choice of weaker protection that applies later. */
  pending: (ReleaseRules & { from: Date }) | null;
}

/** Settings of owners who have not chosen any. */
export const defaultReleaseRules: StoredReleaseRules = {
  waiting_hours: 0,
  needs_second: false,
  pending: null,
};

/** The settings that apply at a moment. */
export function rulesAt(stored: StoredReleaseRules, now: Date): ReleaseRules {
  const { waiting_hours, needs_second } =
    stored.pending !== null && stored.pending.from <= now ? stored.pending : stored;
  return { waiting_hours, needs_second };
}

/** True if the choice protects the owner less than the other rules. */
export function isWeaker(choice: ReleaseRules, than: ReleaseRules): boolean {
  return choice.waiting_hours < than.waiting_hours || (than.needs_second && !choice.needs_second);
}

/**
 * Returns the settings to store after a choice. Stronger protection applies immediately, weaker
 * protection only after the present waiting period, so that an intruder cannot shorten it.
 */
export function applyChoice(
  stored: StoredReleaseRules,
  choice: ReleaseRules,
  now: Date,
): StoredReleaseRules {
  const today = rulesAt(stored, now);
  if (stored.pending && stored.pending.from > now && isSame(stored.pending, choice)) return stored;
  if (!isWeaker(choice, today)) return { ...choice, pending: null };
  const immediate = {
    waiting_hours: Math.max(today.waiting_hours, choice.waiting_hours),
    needs_second: today.needs_second || choice.needs_second,
  };
  const from = new Date(now.getTime() + today.waiting_hours * hour);
  // Without a present waiting period, the choice applies immediately.
  if (from <= now) return { ...choice, pending: null };
  return { ...immediate, pending: { ...choice, from } };
}

function isSame(one: ReleaseRules, other: ReleaseRules): boolean {
  return !isWeaker(one, other) && !isWeaker(other, one);
}

/**
 * Hours between payment and release, including the case that a contact continues alone. A start
 * that was doubted before its payment always has a waiting period.
 */
export function waitingHoursOf(
  { waiting_hours }: ReleaseRules,
  isAlone: boolean,
  isDoubted = false,
): number {
  const hours = isAlone ? Math.max(waiting_hours * 2, minHoursAlone) : waiting_hours;
  return isDoubted ? Math.max(hours, minHoursDoubted) : hours;
}

/** Time from which a contact may continue without a second one. */
export function mayContinueAloneAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + releaseTimings.agreement);
}

export function releaseAt(paidAt: Date, waitingHours: number): Date {
  return new Date(paidAt.getTime() + waitingHours * hour);
}

/** Formats a code as printed: four groups of five characters. */
export function formatPaperCode(code: string): string {
  const parts = Array.from({ length: groupCount }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  );
  return parts.join('-');
}

/** Returns the code without spaces and dashes, ignoring case; undefined if the format is wrong. */
export function parsePaperCode(typed: string): string | undefined {
  const code = typed.replace(/[\s\-–—]/g, '').toUpperCase();
  const isValid =
    code.length === paperCodeLength &&
    [...code].every((letter) => paperCodeAlphabet.includes(letter));
  return isValid ? code : undefined;
}
