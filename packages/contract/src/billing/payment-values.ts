/** Error codes of starting a payment. */
export const paymentErrors = [
  'payment_mismatch',
  'payments_unavailable',
  'payment_outcome_unknown',
  'payment_refused',
] as const;

/**
 * Problems of payments and refunds that need an operator. `refund_needs_operator`: unanswered for
 * so long that the provider may have dropped the idempotency key. `refund_without_money`: accepted
 * by the provider, amount 0. `payment_mismatch`: the provider returned another payment.
 * `payment_lost`: the provider no longer has the payment. `outage_compensated_in_part`: the payment
 * was smaller than the compensation.
 */
export const paymentTroubleKinds = [
  'refund_needs_operator',
  'refund_refused',
  'refund_without_money',
  'payment_mismatch',
  'payment_lost',
  'outage_compensated_in_part',
] as const;
export type PaymentTroubleKind = (typeof paymentTroubleKinds)[number];

/** Actions of an operator on a payment problem. */
export const troubleActions = [
  'ask_again',
  'refund_again',
  'refunded_manually',
  'settled_with_payer',
] as const;
export type TroubleAction = (typeof troubleActions)[number];

/** `automatic`: the provider answered later. */
export const troubleResolutions = [
  'automatic',
  'refund_again',
  'refunded_manually',
  'settled_with_payer',
] as const;
export type TroubleResolution = (typeof troubleResolutions)[number];

export const troubleReferenceMaxLength = 100;

/** Reasons to refund the payment of an activation. */
const activationRefundReasons = [
  'contact_removed',
  'overtaken',
  'nothing_to_deliver',
  'account_gone',
  'given_up',
  'vetoed',
  'doubt_upheld',
] as const;
type ActivationRefundReason = (typeof activationRefundReasons)[number];

/**
 * `superseded`: the plan changed in the meantime. `outage`: compensation for days without service.
 * `requested`: by the payer, approved by an operator. `ownerless`: the payer's account is deleted,
 * so there is no one to notify.
 */
export const refundReasons = [
  'superseded',
  'ownerless',
  'outage',
  'requested',
  ...activationRefundReasons,
] as const;
export type RefundReason = (typeof refundReasons)[number];

export function isActivationReason(reason: RefundReason): reason is ActivationRefundReason {
  return (activationRefundReasons as readonly string[]).includes(reason);
}

/**
 * Present state of a payment and its product. `waiting`: paid, takes effect at a known time.
 * `unneeded`: superseded; a late payment is refunded. `past`: has expired. `refund_failed`: needs
 * an operator.
 */
export const paymentOutcomes = [
  'pending',
  'unneeded',
  'waiting',
  'in_force',
  'past',
  'refunded',
  'refund_failed',
  'canceled',
] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];
