import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { type Port, port } from '../../../feature.ts';
import type { Payment } from './payment-repository.ts';
import type { EffectStatus, PaymentKind } from './payment-rules.ts';

/**
 * Effects of a payment, defined by the feature that sells the product. `succeeded`, `canceled` and
 * `refunded` run in the transaction that ends the payment, even if the payer's account was deleted.
 */
export interface PaymentEffects {
  /** Accounts besides the payer's that the end of the payment changes. */
  accountsToLock(payment: Payment): Promise<string[]>;
  /**
   * False if the product can no longer be bought; then the payment is not created at the provider.
   */
  isNeeded(payment: Payment & { user_id: string }, methodId: string | null): Promise<boolean>;
  /** Returns the reason for a refund if the payment cannot take effect, otherwise null. */
  succeeded(payment: Payment, savesMethod: boolean): Promise<RefundReason | null>;
  canceled(payment: Payment, reason: string | null): Promise<void>;
  refunded(
    payment: Payment & { user_id: string },
    amountKopecks: number,
    reason: RefundReason,
  ): Promise<void>;
  effectStatus(payment: Payment & { user_id: string }): Promise<EffectStatus>;
  /**
   * Names of the owners whose plans were paid for, by payment id. Omits names that the payer may
   * not see.
   */
  ownerNames(paymentIds: string[]): Promise<Map<string, string>>;
}

export const paymentEffectsOf: Record<PaymentKind, Port<PaymentEffects>> = {
  purchase: port('purchase-effects'),
  renewal: port('renewal-effects'),
  activation: port('activation-effects'),
  gift: port('gift-effects'),
};
