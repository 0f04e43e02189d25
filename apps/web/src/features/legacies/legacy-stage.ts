import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { isActive } from '@zavet/contract/protocol/protocol-values';

/** What a card offers: to start, to go on paying, to wait for somebody who pays, or to follow it. */
export type LegacyStage = 'ready' | 'paidByMe' | 'paidByOther' | 'active';

export function stageOf({ activation, protocol_activated_at }: LegacyView): LegacyStage {
  if (!activation) return protocol_activated_at ? 'active' : 'ready';
  if (isActive(activation.status)) return 'active';
  if (activation.status === 'payment_pending') {
    return activation.is_mine ? 'paidByMe' : 'paidByOther';
  }
  return 'ready';
}

/** How the caller's own latest try ended, where it came to nothing. */
export function failedTry({ activation }: LegacyView): 'payment_canceled' | 'refunded' | undefined {
  if (!activation?.is_mine) return undefined;
  const { status } = activation;
  return status === 'payment_canceled' || status === 'refunded' ? status : undefined;
}

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
  const { activation } = legacy;
  if (!activation) return false;
  const isMoving =
    activation.status === 'payment_pending' ||
    (isActive(activation.status) && activation.progress.waiting > 0);
  if (!isMoving) return false;
  const begunMs = Date.parse(activation.activated_at ?? activation.started_at);
  return nowMs - begunMs < freshForMs ? soonMs : laterMs;
}
