/** What other features may use of this one: opening, settling and giving back. */
export { type BegunPayment, beginPayment, isReturnPage } from './begin-payment.ts';
export { openPayment } from './open-payment.ts';
export type { PaymentDeps, PaymentEffects, PaymentStanding } from './payment-deps.ts';
export { listPaymentRows } from './payment-history-repository.ts';
export {
  deletePaymentMethod,
  findPaymentMethod,
  keptBy,
} from './payment-method-repository.ts';
export { ProviderUnsure } from './payment-provider.ts';
export { paymentRemovers } from './payment-removers.ts';
export {
  findOwnPayment,
  findPayment,
  lockPayment,
  type Payment,
} from './payment-repository.ts';
export { payments } from './payment-tables.ts';
export { findRenewalTries, hasOpenPurchase } from './plan-payment-repository.ts';
export { orderRefund } from './refund-payment.ts';
export { listLeftKopecks } from './refund-repository.ts';
export { settlePayment, settlePaymentJob } from './settle-payment.ts';
export { openTrouble } from './troubles/trouble-repository.ts';
export { withdrawPayment, withdrawPaymentJob } from './withdraw-payment.ts';
