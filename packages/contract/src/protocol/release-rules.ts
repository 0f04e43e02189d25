/** Without characters that look alike on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const groups = 4;

const groupLength = 5;

export const paperCodeAlphabet = alphabet;

export const paperCodeLength = groups * groupLength;

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
  /** Reminders of the contact before that. */
  staleReminders: { first: 30 * day, last: 7 * day },
  /** Between two warnings of the owner. */
  warning: 1 * day,
  /** Working time of the service before a release, after an interruption. */
  afterInterruption: 1 * day,
  /** Between the dismissal of a doubt and the release. */
  afterDoubt: 1 * day,
} as const;

/** Minimum without the agreement of a second contact. */
const leastHoursAlone = 168;

const leastHoursDoubted = 24;

/** Owner's settings for a start. */
export interface ReleaseRules {
  waiting_hours: number;
  /** A second contact has to agree, if there are two or more confirmed ones. */
  needs_second: boolean;
}

export interface StoredReleaseRules extends ReleaseRules {
  /** A weaker choice that applies later. */
  pending: (ReleaseRules & { from: Date }) | null;
}

/** Settings of owners who never chose. */
export const defaultReleaseRules: StoredReleaseRules = {
  waiting_hours: 0,
  needs_second: false,
  pending: null,
};

/** The settings that apply at a moment. */
export function rulesAt(kept: StoredReleaseRules, now: Date): ReleaseRules {
  const { waiting_hours, needs_second } =
    kept.pending !== null && kept.pending.from <= now ? kept.pending : kept;
  return { waiting_hours, needs_second };
}

/** The choice protects the owner less. */
export function isWeaker(choice: ReleaseRules, than: ReleaseRules): boolean {
  return choice.waiting_hours < than.waiting_hours || (than.needs_second && !choice.needs_second);
}

/**
 * Stored settings after a choice. Stronger protection applies immediately; weaker only after the
 * present waiting period, so that an intruder cannot hurry.
 */
export function applyChoice(
  kept: StoredReleaseRules,
  choice: ReleaseRules,
  now: Date,
): StoredReleaseRules {
  const today = rulesAt(kept, now);
  if (kept.pending && kept.pending.from > now && isSame(kept.pending, choice)) return kept;
  if (!isWeaker(choice, today)) return { ...choice, pending: null };
  const atOnce = {
    waiting_hours: Math.max(today.waiting_hours, choice.waiting_hours),
    needs_second: today.needs_second || choice.needs_second,
  };
  const from = new Date(now.getTime() + today.waiting_hours * hour);
  // No present waiting period.
  if (from <= now) return { ...choice, pending: null };
  return { ...atOnce, pending: { ...choice, from } };
}

function isSame(one: ReleaseRules, other: ReleaseRules): boolean {
  return !isWeaker(one, other) && !isWeaker(other, one);
}

/**
 * Hours between payment and release, also if a contact continues alone. A start doubted before its
 * payment always waits.
 */
export function waitingHoursOf(
  { waiting_hours }: ReleaseRules,
  isAlone: boolean,
  isDoubted = false,
): number {
  const hours = isAlone ? Math.max(waiting_hours * 2, leastHoursAlone) : waiting_hours;
  return isDoubted ? Math.max(hours, leastHoursDoubted) : hours;
}

/** From then on, a contact may continue without a second one. */
export function mayContinueAloneAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + releaseTimings.agreement);
}

export function releaseAt(paidAt: Date, waitingHours: number): Date {
  return new Date(paidAt.getTime() + waitingHours * hour);
}

/** As printed: four groups of five. */
export function formatPaperCode(code: string): string {
  const parts = Array.from({ length: groups }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  );
  return parts.join('-');
}

/** Removes spaces and dashes and ignores case; undefined if the format is wrong. */
export function parsePaperCode(typed: string): string | undefined {
  const code = typed.replace(/[\s\-–—]/g, '').toUpperCase();
  const isOne =
    code.length === paperCodeLength && [...code].every((sign) => alphabet.includes(sign));
  return isOne ? code : undefined;
}
