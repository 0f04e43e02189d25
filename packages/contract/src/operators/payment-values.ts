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
export type PaymentTroubleKind = (typeof paymentTroubleKinds)[number];

/** What an operator can do about it. */
export const troubleActs = [
  'ask_again',
  'refund_again',
  'given_back_by_hand',
  'settled_with_payer',
] as const;
export type TroubleAct = (typeof troubleActs)[number];

/** How it ended. `by_itself`: the provider answered after all. */
export const troubleResolutions = [
  'by_itself',
  'refund_again',
  'given_back_by_hand',
  'settled_with_payer',
] as const;
export type TroubleResolution = (typeof troubleResolutions)[number];

export const troubleReferenceMaxLength = 100;
