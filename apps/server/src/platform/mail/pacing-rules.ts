const minute = 60_000;
/** Pauses after consecutive throttling replies. */
const pausesMs = [1, 2, 5, 15].map((minutes) => minutes * minute);
const longestPauseMs = Math.max(...pausesMs);
/** After this time without throttling, pauses start with the shortest one again. */
const pausesResetAfterMs = 60 * minute;

/** Deliveries to one domain. Times in milliseconds. */
export interface DomainPace {
  running: number;
  /** Start of the current minute, and deliveries in it. */
  windowFrom: number;
  delivered: number;
  pauses: number;
  pausedUntil: number;
  throttledAt: number;
  /** Until then no mail waits for a free slot, because an earlier mail got none in time. */
  slowUntil: number;
}

export interface PaceLimits {
  concurrent: number;
  /** 0 for no limit. */
  perMinute: number;
}

export function newPace(now: number): DomainPace {
  const never = Number.NEGATIVE_INFINITY;
  return {
    running: 0,
    windowFrom: now,
    delivered: 0,
    pauses: 0,
    pausedUntil: never,
    throttledAt: never,
    slowUntil: never,
  };
}

const slowMs = 30_000;

/** Milliseconds until the domain may get mail; 0 for now. */
export function delayMs(pace: DomainPace, limits: PaceLimits, now: number): number {
  if (isPaused(pace, now)) return pace.pausedUntil - now;
  if (limits.perMinute === 0 || pace.delivered < limits.perMinute) return 0;
  return isWindowOver(pace, now) ? 0 : pace.windowFrom + minute - now;
}

export function isFull({ running }: DomainPace, limits: PaceLimits): boolean {
  return running >= limits.concurrent;
}

export function recordTimeout(pace: DomainPace, now: number): void {
  pace.slowUntil = now + slowMs;
}

/** True if no mail may wait for a slot of this domain, which would delay mails to other domains. */
export function isSlow({ slowUntil }: DomainPace, now: number): boolean {
  return slowUntil > now && slowUntil - now <= slowMs;
}

/**
 * True during a pause. A remaining pause above the maximum does not count: it was set by a clock
 * that ran ahead.
 */
export function isPaused({ pausedUntil }: DomainPace, now: number): boolean {
  return pausedUntil > now && pausedUntil - now <= longestPauseMs;
}

export function recordDelivery(pace: DomainPace, now: number): void {
  if (isWindowOver(pace, now)) {
    pace.windowFrom = now;
    pace.delivered = 0;
  }
  pace.delivered += 1;
  pace.running += 1;
}

/**
 * Records a throttling reply to a mail and returns the new pause. Undefined if the mail was sent
 * before the current pause started.
 */
export function recordThrottling(
  pace: DomainPace,
  sentAt: number,
  now: number,
): number | undefined {
  // `throttledAt` is in the future after the clock was set back.
  const isNew = sentAt > pace.throttledAt || pace.throttledAt > now;
  if (!isNew) return undefined;
  if (now - pace.throttledAt > pausesResetAfterMs) pace.pauses = 0;
  const pause = pausesMs[Math.min(pace.pauses, pausesMs.length - 1)] ?? longestPauseMs;
  pace.pauses += 1;
  pace.throttledAt = now;
  pace.pausedUntil = now + pause;
  return pause;
}

/** True if the state of the domain can be dropped. */
export function isIdle(pace: DomainPace, now: number): boolean {
  const isUnthrottled = now - pace.throttledAt > pausesResetAfterMs;
  return pace.running === 0 && isUnthrottled && isWindowOver(pace, now);
}

/** True if the current minute is over, or if the clock was set back. */
function isWindowOver({ windowFrom }: DomainPace, now: number): boolean {
  return now >= windowFrom + minute || now < windowFrom;
}

/** Temporary replies; 454 is used by a large relay. */
const temporaryReply = /^(?:421|450|451|452|454)[ -]/;

/** Wording about the sender, with any status code. */
const throttlingPatterns = [
  /too (?:many|much|fast|frequent)/i,
  /rate[ -]?limit|throttl|slow down/i,
  /(?:limit|rate|quota|number)\b.*\bexceeded|exceeded\b.*\b(?:limit|rate|quota)/i,
  /unusual rate|unexpected volume|maximum number of/i,
  /слишком (?:много|часто)|превышен/i,
];

/** Ambiguous wording; about the sender only with status 421 or a policy status. */
const retryLaterPattern =
  /try again later|try later|come back later|server (?:is )?busy|deferred|повторите .*позже/i;
const policyStatus = /^\d{3}[ -]4\.(?:7\.\d{1,3}|3\.2|4\.5)\b/;

const singleMessageReplyPatterns = [
  // Greylisting of new senders.
  /gr[ae]y[ -]?list|postgrey/i,
  // A full mailbox. Pausing its whole provider would let one mailbox delay all others.
  /^\d{3}[ -]4\.2\.\d{1,3}\b/,
  /\b(?:user|recipient|mailbox you)\b.*\b(?:is receiving|has exceeded|over quota)/i,
  // Authentication.
  /authenticat|^\d{3}[ -]4\.7\.8\b/i,
];

/** True for a reply that limits the rate to the whole domain, not only one mail. */
export function isThrottlingReply(response: string): boolean {
  const reply = response.replace(/\r?\n\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s)?/g, ' ');
  if (!temporaryReply.test(reply) || singleMessageReplyPatterns.some((words) => words.test(reply)))
    return false;
  if (throttlingPatterns.some((words) => words.test(reply))) return true;
  return retryLaterPattern.test(reply) && (reply.startsWith('421') || policyStatus.test(reply));
}
