interface Limit {
  max: number;
}

/** Calls of one key as one server knows them. */
export interface SharedWindow {
  startedAt: Date;
  /** What all servers together had told when this one last heard of it. */
  counted: number;
  /** Allowed here and being told. */
  sent: number;
  /** Allowed here and told to nobody yet. */
  unreported: number;
}

export type Decision = 'allow' | 'refuse' | 'report_first';

/** How much of a limit one server may allow without telling the others. */
const unreportedShare = 20;

export function maxUnreported({ max }: Limit): number {
  return Math.max(1, Math.floor(max / unreportedShare));
}

export function openWindow(startedAt: Date): SharedWindow {
  return { startedAt, counted: 0, sent: 0, unreported: 0 };
}

/**
 * Servers count by themselves and tell each other in portions. None is ever ahead of the others by
 * more than `atMost` calls, so all of them together allow fewer than the limit and `atMost` for each
 * server; and none refuses before as many as the limit were allowed.
 */
export function decide(window: SharedWindow, limit: Limit, atMost: number): Decision {
  const unknownToOthers = window.sent + window.unreported;
  if (window.counted + unknownToOthers >= limit.max) return 'refuse';
  return unknownToOthers >= atMost ? 'report_first' : 'allow';
}

export function countAllowed(window: SharedWindow): void {
  window.unreported += 1;
}

/** Whether others should hear of it now: early enough that hardly any call has to wait for it. */
export function shouldReport(window: SharedWindow, atMost: number): boolean {
  return window.sent === 0 && window.unreported > 0 && window.unreported >= atMost / 2;
}

/** Gives the portion that is told now. */
export function beginReport(window: SharedWindow): number {
  window.sent = window.unreported;
  window.unreported = 0;
  return window.sent;
}

/** All that was counted, this portion included. */
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
