import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { isActive } from '@zavet/contract/protocol/protocol-values';

/** What a card offers: to start, perhaps beside somebody who pays, to go on paying, or to follow it. */
export type LegacyStage = 'ready' | 'paidByMe' | 'paidByOther' | 'active';

export function stageOf(legacy: LegacyView): LegacyStage {
  const { activation, protocol_activated_at, is_paid_by_other } = legacy;
  if (activation ? isActive(activation.status) : protocol_activated_at) return 'active';
  if (activation?.status === 'payment_pending') return 'paidByMe';
  return is_paid_by_other ? 'paidByOther' : 'ready';
}

/** How the caller's own latest try ended, where it came to nothing. */
export function failedTry({ activation }: LegacyView): FailedTry | undefined {
  if (!activation?.is_mine) return undefined;
  const { status, end_reason } = activation;
  if (status === 'refunded') {
    return end_reason === 'nothing_to_deliver' ? 'refundedNothing' : 'refunded';
  }
  if (status !== 'payment_canceled') return undefined;
  if (end_reason === 'given_up') return 'givenUp';
  return end_reason === 'lapsed' ? 'lapsed' : 'canceled';
}

export type FailedTry = 'canceled' | 'lapsed' | 'givenUp' | 'refunded' | 'refundedNothing';

export function nameOf({ full_name, user_email }: LegacyView): string {
  return full_name || user_email;
}

const soonMs = 5_000;
const laterMs = 60_000;
const freshForMs = 10 * 60 * 1000;

/** How soon the list is read again: often while something has just begun, never where all is at rest. */
export function lookAgainAfterMs(legacies: readonly LegacyView[], nowMs: number): number | false {
  const pauses = legacies
    .map((legacy) => pauseOf(legacy, nowMs))
    .filter((pause) => pause !== false);
  return pauses.length > 0 ? Math.min(...pauses) : false;
}

function pauseOf(legacy: LegacyView, nowMs: number): number | false {
  const { activation, is_paid_by_other } = legacy;
  if (stageOf(legacy) !== 'active' && is_paid_by_other) return soonMs;
  if (!activation) return false;
  const isMoving =
    activation.status === 'payment_pending' ||
    (isActive(activation.status) && activation.progress.waiting > 0);
  if (!isMoving) return false;
  const begunMs = Date.parse(activation.activated_at ?? activation.started_at);
  return nowMs - begunMs < freshForMs ? soonMs : laterMs;
}
