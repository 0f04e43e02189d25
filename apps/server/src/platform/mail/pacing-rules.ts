/** What servers answer with when they ask for patience; 454 is how one large relay throttles. */
const temporary = /^(?:421|450|451|452|454)[ -]/;

/** Said of us as a sender, whatever the number in front. */
const tooMany = [
  /too (?:many|much|fast|frequent)/i,
  /rate[ -]?limit|throttl|slow down/i,
  /(?:limit|rate|quota|number)\b.*\bexceeded|exceeded\b.*\b(?:limit|rate|quota)/i,
  /unusual rate|unexpected volume|maximum number of/i,
  /слишком (?:много|часто)|превышен/i,
];

/** Said of many things; about us only where the line is closed or the status is one of policy. */
const later =
  /try again later|try later|come back later|server (?:is )?busy|deferred|повторите .*позже/i;

const policyStatus = /^\d{3}[ -]4\.(?:7\.\d{1,3}|3\.2|4\.5)\b/;

const aboutOneMail = [
  // Every new sender is asked to come back, whatever the number of its mails.
  /gr[ae]y[ -]?list|postgrey/i,
  // One mailbox has had enough. A pause for everybody at its provider would be anybody's to cause.
  /^\d{3}[ -]4\.2\.\d{1,3}\b/,
  /\b(?:user|recipient|mailbox you)\b.*\b(?:is receiving|has exceeded|over quota)/i,
  // Our password, and not our pace.
  /authenticat|^\d{3}[ -]4\.7\.8\b/i,
];

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
  /** Until then nobody stands in line for it: somebody did, for too long. */
  slowUntil: number;
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
    slowUntil: never,
  };
}

/** So long a mail stands in line where enough are under way: usually one of them is soon done. */
export const patienceMs = 5_000;

/** So long it does not come back when it stood in line for nothing, or found that others did. */
export const soonMs = 1_000;

const slowMs = 30_000;

/** How long a domain gets no mail at all; 0 when it may get some. */
export function waitOf(pace: DomainPace, limits: PaceLimits, now: number): number {
  const paused = pace.pausedUntil - now;
  // A longer one was written by a clock that ran ahead.
  if (paused > 0 && paused <= longestPauseMs) return paused;
  if (limits.perMinute === 0 || pace.handedOver < limits.perMinute) return 0;
  return isWindowOver(pace, now) ? 0 : pace.windowFrom + minute - now;
}

export function isFull({ underWay }: DomainPace, limits: PaceLimits): boolean {
  return underWay >= limits.underWay;
}

/** A mail stood in line and its turn did not come. */
export function noteSlowness(pace: DomainPace, now: number): void {
  pace.slowUntil = now + slowMs;
}

/** Whether a line for a domain would only keep those up who have mails for others. */
export function isSlow({ slowUntil }: DomainPace, now: number): boolean {
  return slowUntil > now && slowUntil - now <= slowMs;
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

/** Whether an answer asks us to send less to a whole domain, rather than about one mail. */
export function isThrottlingReply(response: string): boolean {
  const said = response.replace(/\r?\n\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s)?/g, ' ');
  if (!temporary.test(said) || aboutOneMail.some((words) => words.test(said))) return false;
  if (tooMany.some((words) => words.test(said))) return true;
  return later.test(said) && (said.startsWith('421') || policyStatus.test(said));
}
