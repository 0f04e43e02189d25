import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentTroubleKind, TroubleAction } from '@zavet/contract/billing/payment-values';

interface AttentionState {
  kind: PaymentTroubleKind;
  isResolved: boolean;
  paymentStatus: PaymentStatus;
  refund: {
    status: PaymentStatus;
    /** The provider has assigned an id. */
    isNamed: boolean;
    /** The provider may have deleted the idempotence key, so that a retry could refund twice. */
    isKeyExpired: boolean;
  } | null;
}

export function permittedActs({
  kind,
  isResolved,
  paymentStatus,
  refund,
}: AttentionState): TroubleAction[] {
  if (isResolved) return [];
  const manualActs: TroubleAction[] = ['refunded_manually', 'settled_with_payer'];
  switch (kind) {
    case 'outage_compensated_in_part':
      return manualActs;
    case 'payment_mismatch':
    case 'payment_lost':
      return paymentStatus === 'pending' ? ['ask_again', ...manualActs] : manualActs;
    case 'refund_needs_operator':
    case 'refund_refused':
    case 'refund_without_money':
      return [...refundActs(refund), ...manualActs];
  }
}

/**
 * A pending refund is retried with the same idempotence key. A new key is offered only if the
 * refund was canceled, or the key expired before the provider assigned an id.
 */
function refundActs(refund: AttentionState['refund']): TroubleAction[] {
  if (refund?.status === 'canceled') return ['refund_again'];
  if (refund?.status !== 'pending') return [];
  return refund.isKeyExpired && !refund.isNamed ? ['ask_again', 'refund_again'] : ['ask_again'];
}

/**
 * Finds our refund in the provider's list. `hasOthers`: the list has further refunds unknown to us.
 */
export function matchRefund<
  Listed extends { id: string; status: PaymentStatus; amount_kopecks: number },
>(
  listed: readonly Listed[],
  knownIds: readonly string[],
  amountKopecks: number,
): { own: Listed | undefined; hasOthers: boolean } {
  // Canceled refunds moved no money.
  const unmatched = listed.filter(
    ({ id, status }) => status !== 'canceled' && !knownIds.includes(id),
  );
  const own = unmatched.find(({ amount_kopecks }) => amount_kopecks === amountKopecks);
  return { own, hasOthers: unmatched.some((one) => one !== own) };
}

interface RefundLimits {
  kind: PaymentTroubleKind;
  owed_kopecks: number | null;
  /** The payment minus its other refunds. */
  leftKopecks: number;
}

/**
 * The highest amount that may have been refunded manually. After a mismatch the paid amount is
 * unknown.
 */
export function maxManualKopecks({ kind, owed_kopecks, leftKopecks }: RefundLimits): number {
  switch (kind) {
    case 'outage_compensated_in_part':
      return owed_kopecks ?? 0;
    case 'payment_mismatch':
    case 'payment_lost':
      return Number.MAX_SAFE_INTEGER;
    case 'refund_needs_operator':
    case 'refund_refused':
    case 'refund_without_money':
      return leftKopecks;
  }
}
