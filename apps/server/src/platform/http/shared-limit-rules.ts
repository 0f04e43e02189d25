interface Limit {
  max: number;
}

/** The calls of one key as seen by one server. */
export interface SharedWindow {
  startedAt: Date;
  /** Calls reported by all servers, as of the last report of this server. */
  counted: number;
  /** Calls that this server allowed and is reporting now. */
  sent: number;
  /** Calls that this server allowed and has not yet reported. */
  unreported: number;
}

export type Decision = 'allow' | 'refuse' | 'report_first';

/** One server may allow 1/20 of a limit without reporting it. */
const unreportedShare = 20;

export function maxUnreported({ max }: Limit): number {
  return Math.max(1, Math.floor(max / unreportedShare));
}

export function openWindow(startedAt: Date): SharedWindow {
  return { startedAt, counted: 0, sent: 0, unreported: 0 };
}

/**
 * Servers count locally and report in batches of at most `maxBatch` calls. Together they exceed the
 * limit by less than `maxBatch` per server, and none refuses a call below the limit.
 */
export function decide(window: SharedWindow, limit: Limit, maxBatch: number): Decision {
  const unconfirmed = window.sent + window.unreported;
  if (window.counted + unconfirmed >= limit.max) return 'refuse';
  return unconfirmed >= maxBatch ? 'report_first' : 'allow';
}

export function countAllowed(window: SharedWindow): void {
  window.unreported += 1;
}

/** True if the next report should start, early enough that calls rarely wait for one. */
export function shouldReport(window: SharedWindow, maxBatch: number): boolean {
  return window.sent === 0 && window.unreported > 0 && window.unreported >= maxBatch / 2;
}

/** Marks the unreported calls as sent and returns their number. */
export function startReport(window: SharedWindow): number {
  window.sent = window.unreported;
  window.unreported = 0;
  return window.sent;
}

/** `all` counts the calls of all servers, including the reported ones. */
export function completeReport(
  window: SharedWindow,
  all: Pick<SharedWindow, 'counted' | 'startedAt'>,
): void {
  window.counted = all.counted;
  window.startedAt = all.startedAt;
  window.sent = 0;
}

export function failReport(window: SharedWindow): void {
  window.unreported += window.sent;
  window.sent = 0;
}
