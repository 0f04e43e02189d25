const minute = 60_000;
/** After the first «too many», the second, and so on; the last holds from then on. */
const pausesMs = [1, 2, 5, 15].map((minutes) => minutes * minute);
const longestPauseMs = Math.max(...pausesMs);
/** So long without a «too many» and the next pause is a short one again. */
const forgottenAfterMs = 60 * minute;

/** What is known of a domain that mails go to. */
export interface DomainPace {
  underWay: number;
  /** The minute that is counted. */
  windowFrom: number;
  handedOver: number;
  pauses: number;
  pausedUntil: number;
  lastTooManyAt: number;
}

export interface PaceLimits {
  underWay: number;
  /** 0 for no limit. */
  perMinute: number;
}

export function newPace(now: number): DomainPace {
  const never = Number.NEGATIVE_INFINITY;
  return {
    underWay: 0,
    windowFrom: now,
    handedOver: 0,
    pauses: 0,
    pausedUntil: never,
    lastTooManyAt: never,
  };
}

/** So long another mail has to wait where enough are under way: one of them is soon done. */
const soonMs = 1_000;

/** How long the next mail to a domain has to wait; 0 when it may go. */
export function waitOf(pace: DomainPace, limits: PaceLimits, now: number): number {
  const paused = pace.pausedUntil - now;
  // A longer one was written by a clock that ran ahead.
  if (paused > 0 && paused <= longestPauseMs) return paused;
  if (pace.underWay >= limits.underWay) return soonMs;
  if (limits.perMinute === 0 || pace.handedOver < limits.perMinute) return 0;
  return isWindowOver(pace, now) ? 0 : pace.windowFrom + minute - now;
}

/** Whether the domain asked for fewer mails, and the time that it was given is not over. */
export function isPaused({ pausedUntil }: DomainPace, now: number): boolean {
  return pausedUntil > now && pausedUntil - now <= longestPauseMs;
}

export function noteHandOver(pace: DomainPace, now: number): void {
  if (isWindowOver(pace, now)) {
    pace.windowFrom = now;
    pace.handedOver = 0;
  }
  pace.handedOver += 1;
  pace.underWay += 1;
}

/**
 * A domain said «too many» to a mail that was handed over at a moment. Gives the pause that begins
 * with it, undefined where that mail left before the present pause did: it tells nothing new.
 */
export function noteTooMany(
  pace: DomainPace,
  handedOverAt: number,
  now: number,
): number | undefined {
  // A moment ahead of now was written by a clock that ran ahead.
  const isNews = handedOverAt > pace.lastTooManyAt || pace.lastTooManyAt > now;
  if (!isNews) return undefined;
  if (now - pace.lastTooManyAt > forgottenAfterMs) pace.pauses = 0;
  const pause = pausesMs[Math.min(pace.pauses, pausesMs.length - 1)] ?? longestPauseMs;
  pace.pauses += 1;
  pace.lastTooManyAt = now;
  pace.pausedUntil = now + pause;
  return pause;
}

/** Whether nothing of a domain has to be remembered. */
export function isForgettable(pace: DomainPace, now: number): boolean {
  const isCalm = now - pace.lastTooManyAt > forgottenAfterMs;
  return pace.underWay === 0 && isCalm && isWindowOver(pace, now);
}

function isWindowOver({ windowFrom }: DomainPace, now: number): boolean {
  // Also where the clock went back behind it.
  return now >= windowFrom + minute || now < windowFrom;
}
