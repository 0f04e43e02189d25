/** Letters and digits that are not taken for one another on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const groups = 4;

const groupLength = 5;

export const paperCodeAlphabet = alphabet;

export const paperCodeLength = groups * groupLength;

const hour = 60 * 60 * 1000;

const day = 24 * hour;

/** How long letters wait after the payment, in hours, as an owner may choose it. */
export const waitingChoices = [0, 24, 72, 168, 336, 720] as const;
export type WaitingHours = (typeof waitingChoices)[number];

/** What the dialog of the first contact proposes. */
export const proposedWaitingHours: WaitingHours = 72;

export const releaseTimings = {
  /** How long a second contact is waited for before the first may go on alone. */
  agreement: 14 * day,
  /** How long an agreement holds, when a payment comes to nothing. */
  agreementHolds: 30 * day,
  /** So long after its last step ends what is approved, asked or agreed to, and not paid for. */
  leftOpen: 90 * day,
  /** So long before that the contact is reminded, first and last. */
  leftOpenReminders: { first: 30 * day, last: 7 * day },
  /** Between two warnings of the owner. */
  warning: 1 * day,
  /** Of working service before letters leave, after an interruption in which they waited. */
  afterInterruption: 1 * day,
  /** Before letters are released after an operator has dismissed a doubt. */
  afterDoubt: 1 * day,
} as const;

/** Without the agreement of a second contact letters wait at least this long. */
const leastHoursAlone = 168;

const leastHoursDoubted = 24;

/** What an owner decided about the start of the protocol. */
export interface ReleaseRules {
  waiting_hours: number;
  /** With two or more confirmed contacts, a second one has to agree. */
  needs_second: boolean;
}

export interface StoredReleaseRules extends ReleaseRules {
  /** A weaker choice that holds from a later moment on. */
  pending: (ReleaseRules & { from: Date }) | null;
}

/** Owners who were never asked. */
export const defaultReleaseRules: StoredReleaseRules = {
  waiting_hours: 0,
  needs_second: false,
  pending: null,
};

/** What holds at a moment. */
export function rulesAt(kept: StoredReleaseRules, now: Date): ReleaseRules {
  const { waiting_hours, needs_second } =
    kept.pending !== null && kept.pending.from <= now ? kept.pending : kept;
  return { waiting_hours, needs_second };
}

/** Whether a choice protects the owner less than another. */
export function isWeaker(choice: ReleaseRules, than: ReleaseRules): boolean {
  return choice.waiting_hours < than.waiting_hours || (than.needs_second && !choice.needs_second);
}

/**
 * What is kept after a choice. What protects more holds at once; what protects less only when the
 * waiting time of today has passed, so that nobody who takes over an account can hurry.
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
  // Without a waiting time there is nothing to wait for.
  if (from <= now) return { ...choice, pending: null };
  return { ...atOnce, pending: { ...choice, from } };
}

function isSame(one: ReleaseRules, other: ReleaseRules): boolean {
  return !isWeaker(one, other) && !isWeaker(other, one);
}

/**
 * Hours between payment and release, also for a contact who continues without the second one. A
 * start that is doubted when it is paid always waits, because the doubt holds it back.
 */
export function waitingHoursOf(
  { waiting_hours }: ReleaseRules,
  isAlone: boolean,
  isDoubted = false,
): number {
  const hours = isAlone ? Math.max(waiting_hours * 2, leastHoursAlone) : waiting_hours;
  return isDoubted ? Math.max(hours, leastHoursDoubted) : hours;
}

/** From when on a contact may go on without the second one. */
export function mayContinueAloneAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + releaseTimings.agreement);
}

export function releaseAt(paidAt: Date, waitingHours: number): Date {
  return new Date(paidAt.getTime() + waitingHours * hour);
}

/** As it stands on paper: four groups of five. */
export function formatPaperCode(code: string): string {
  const parts = Array.from({ length: groups }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  );
  return parts.join('-');
}

/** What somebody typed, without spaces and dashes and in capitals; undefined when it is none. */
export function parsePaperCode(typed: string): string | undefined {
  const code = typed.replace(/[\s\-–—]/g, '').toUpperCase();
  const isOne =
    code.length === paperCodeLength && [...code].every((sign) => alphabet.includes(sign));
  return isOne ? code : undefined;
}
