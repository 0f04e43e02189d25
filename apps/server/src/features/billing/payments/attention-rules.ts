import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentTroubleKind, TroubleAct } from '@zavet/contract/billing/payment-values';

interface AttentionFacts {
  kind: PaymentTroubleKind;
  isResolved: boolean;
  paymentStatus: PaymentStatus;
  refund: {
    status: PaymentStatus;
    /** The provider has assigned an id. */
    isNamed: boolean;
    /** The provider may have forgotten the key, so that a repetition could pay twice. */
    isKeyExpired: boolean;
  } | null;
}

export function permittedActs({
  kind,
  isResolved,
  paymentStatus,
  refund,
}: AttentionFacts): TroubleAct[] {
  if (isResolved) return [];
  const byHand: TroubleAct[] = ['refunded_manually', 'settled_with_payer'];
  switch (kind) {
    case 'outage_compensated_in_part':
      return byHand;
    case 'payment_mismatch':
    case 'payment_lost':
      return paymentStatus === 'pending' ? ['ask_again', ...byHand] : byHand;
    case 'refund_needs_operator':
    case 'refund_refused':
    case 'refund_without_money':
      return [...refundActs(refund), ...byHand];
  }
}

/** The same key may be retried. A new key is only for a refund that cannot succeed otherwise. */
function refundActs(refund: AttentionFacts['refund']): TroubleAct[] {
  if (refund?.status === 'canceled') return ['refund_again'];
  if (refund?.status !== 'pending') return [];
  return refund.isKeyExpired && !refund.isNamed ? ['ask_again', 'refund_again'] : ['ask_again'];
}

/**
 * Finds our refund in the provider's list, and tells if the list has other refunds unknown to us.
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

interface Limits {
  kind: PaymentTroubleKind;
  owed_kopecks: number | null;
  /** The payment less its other refunds. */
  leftKopecks: number;
}

/**
 * The highest amount that may have been refunded manually. After a mix-up the paid amount is
 * unknown.
 */
export function maxManualKopecks({ kind, owed_kopecks, leftKopecks }: Limits): number {
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
