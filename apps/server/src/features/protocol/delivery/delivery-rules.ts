import { serviceTerms } from '@zavet/contract/legal/service-terms';
import type { DeliveryState } from '@zavet/contract/protocol/protocol-values';

const minute = 60_000;
const longestPauseMs = 24 * 60 * minute;
const triedForMs = serviceTerms.deliveryTryDays * 24 * 60 * minute;

/** How long a worker may be silent about a delivery it has in hand. */
export const claimMs = 20_000;

/**
 * The pause after so many refusals: a minute, doubling, at most a day. Undefined when a week has
 * been tried. Counted in tries and not by the calendar, so that a jump of the clock ends nothing.
 */
export function pauseAfterRefusals(refusals: number): number | undefined {
  let waited = 0;
  for (let before = 1; before < refusals; before++) waited += pauseOf(before);
  return waited >= triedForMs ? undefined : pauseOf(refusals);
}

function pauseOf(refusal: number): number {
  return Math.min(longestPauseMs, minute * 2 ** (refusal - 1));
}

/** Nothing waits longer than this: a moment further away was written by a clock that ran ahead. */
export const furthestAttemptMs = longestPauseMs + minute;

/** The mail server could not be talked to: that is soon over, and no try of this letter. */
export const unansweredPauseMs = 15_000;

export type AfterRefusal =
  | { state: 'queued'; next_attempt_at: Date }
  | { state: 'unreachable'; next_attempt_at: Date };

/** How often in a row a line that breaks off is tried again soon. */
const soonTriedInterruptions = 2;

/**
 * A line that broke off is most often a mail server that is started again, or another letter that cut
 * all lines: the first times, soon.
 */
export function afterRefusal(refusals: number, now: Date, isInterrupted = false): AfterRefusal {
  const isSoonOver = isInterrupted && refusals <= soonTriedInterruptions;
  const pause = isSoonOver ? unansweredPauseMs : pauseAfterRefusals(refusals);
  return pause === undefined
    ? { state: 'unreachable', next_attempt_at: now }
    : { state: 'queued', next_attempt_at: new Date(now.getTime() + pause) };
}

/**
 * An address may be corrected, also a corrected one, once the mail server says that there is none or a
 * week of attempts has failed. A full mailbox is no reason to send a letter elsewhere.
 */
export function isCorrectable(delivery: {
  state: DeliveryState;
  last_refusal: 'temporary' | 'permanent' | 'unknown_address' | null;
}): boolean {
  if (delivery.state === 'accepted' || delivery.state === 'closed') return false;
  return delivery.state === 'unreachable' || delivery.last_refusal === 'unknown_address';
}
