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
export type ActivationRefundReason = (typeof activationRefundReasons)[number];

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
