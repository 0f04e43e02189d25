/**
 * What a payment or refund needs a person for.
 * `refund_needs_operator`: no answer for so long that the provider may have forgotten the key.
 * `refund_refused`: the provider would not give money back. `refund_without_money`: it took the
 * refund and gave nothing. `payment_mismatch`: the provider speaks of another payment.
 * `payment_lost`: the provider no longer knows a payment. `outage_compensated_in_part`: a payment was
 * smaller than what is owed for an outage.
 */
export const paymentTroubleKinds = [
  'refund_needs_operator',
  'refund_refused',
  'refund_without_money',
  'payment_mismatch',
  'payment_lost',
  'outage_compensated_in_part',
] as const;

/** What an operator can do about it. */
export const troubleActs = [
  'ask_again',
  'refund_again',
  'given_back_by_hand',
  'settled_with_payer',
] as const;

/** How it ended. `by_itself`: the provider answered after all. */
export const troubleResolutions = [
  'by_itself',
  'refund_again',
  'given_back_by_hand',
  'settled_with_payer',
] as const;

export const troubleReferenceMaxLength = 100;

/**
 * Why the payment of an activation goes back: the owner had removed the contact, another contact was
 * faster, nothing was left to deliver, the owner's account is gone, the payer had given it up, the
 * owner stopped it, or an operator upheld the doubt of another contact.
 */
const activationRefundReasons = [
  'contact_removed',
  'another_was_faster',
  'nothing_to_deliver',
  'account_gone',
  'given_up',
  'vetoed',
  'doubt_upheld',
] as const;
type ActivationRefundReason = (typeof activationRefundReasons)[number];

/**
 * Why money goes back. `superseded`: the plan it was for had changed meanwhile. `outage`: days that
 * could not be used. `requested`: the payer asked for it, and an operator agreed. `ownerless`: the
 * payer's account is gone, and none is left to notify.
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
 * What became of a payment, as it stands at this moment. `waiting`: it is paid, and what it is for
 * follows at a known time. `unneeded`: nobody waits for it any more,
 * and what is paid all the same goes back. `past`: it took effect, and that is over. `refund_failed`:
 * the provider did not give the money back, a person has to.
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
export type PaymentTroubleKind = (typeof paymentTroubleKinds)[number];
export type TroubleAct = (typeof troubleActs)[number];
export type TroubleResolution = (typeof troubleResolutions)[number];
