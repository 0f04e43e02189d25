import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentTroubleKind, TroubleAct } from '@zavet/contract/billing/payment-values';

interface AttentionFacts {
  kind: PaymentTroubleKind;
  isResolved: boolean;
  paymentStatus: PaymentStatus;
  refund: {
    status: PaymentStatus;
    /** Whether the provider has named it. */
    isNamed: boolean;
    /** Whether the provider may have forgotten the key, so that asking again could pay twice. */
    isKeyExpired: boolean;
  } | null;
}

/** What an operator can do about it at this moment. */
export function permittedActs({
  kind,
  isResolved,
  paymentStatus,
  refund,
}: AttentionFacts): TroubleAct[] {
  if (isResolved) return [];
  const byHand: TroubleAct[] = ['given_back_by_hand', 'settled_with_payer'];
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

/** Under the same key a refund is asked for by itself; a new key is for what can end no other way. */
function refundActs(refund: AttentionFacts['refund']): TroubleAct[] {
  if (refund?.status === 'canceled') return ['refund_again'];
  if (refund?.status !== 'pending') return [];
  return refund.isKeyExpired && !refund.isNamed ? ['ask_again', 'refund_again'] : ['ask_again'];
}

/** Of the provider's refunds of a payment, the one that ours became, and whether there are others. */
export function matchRefund<
  Listed extends { id: string; status: PaymentStatus; amount_kopecks: number },
>(
  listed: readonly Listed[],
  knownIds: readonly string[],
  amountKopecks: number,
): { own: Listed | undefined; hasOthers: boolean } {
  // One that was canceled moved no money, so it is nobody's.
  const unmatched = listed.filter(
    ({ id, status }) => status !== 'canceled' && !knownIds.includes(id),
  );
  const own = unmatched.find(({ amount_kopecks }) => amount_kopecks === amountKopecks);
  return { own, hasOthers: unmatched.some((one) => one !== own) };
}

interface Limits {
  kind: PaymentTroubleKind;
  owed_kopecks: number | null;
  /** What of the payment was not given back, this refund left out. */
  leftKopecks: number;
}

/** The most that can have been given back by hand. Of a mix-up nobody knows what was paid. */
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
