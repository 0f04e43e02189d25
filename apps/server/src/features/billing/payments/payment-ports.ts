import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { type Port, port } from '../../../feature.ts';
import type { Payment } from './payment-repository.ts';
import type { EffectStatus, PaymentKind } from './payment-rules.ts';

/**
 * What a payment is for decides what it does. The ends run in the transaction that ends the payment,
 * also when the payer is gone.
 */
export interface PaymentEffects {
  /** Accounts besides the payer's that an end of this payment changes. */
  accountsToLock(payment: Payment): Promise<string[]>;
  /** Whether a payment that the provider has not made yet should still be made. */
  isNeeded(payment: Payment & { user_id: string }, methodId: string | null): Promise<boolean>;
  /** Why the money goes back, when what was paid for is no longer there; null when it took effect. */
  succeeded(payment: Payment, savesMethod: boolean): Promise<RefundReason | null>;
  canceled(payment: Payment, reason: string | null): Promise<void>;
  refunded(
    payment: Payment & { user_id: string },
    amountKopecks: number,
    reason: RefundReason,
  ): Promise<void>;
  /** What the payment means at this moment, for the payer who asks. */
  effectStatus(payment: Payment & { user_id: string }): Promise<EffectStatus>;
  /** For whom these payments are, by their ids, as far as the payer may know it. */
  ownerNames(paymentIds: string[]): Promise<Map<string, string>>;
}

/** What payments of each kind do. The feature that sells it provides it. */
export const paymentEffectsOf: Record<PaymentKind, Port<PaymentEffects>> = {
  purchase: port('purchase-effects'),
  renewal: port('renewal-effects'),
  activation: port('activation-effects'),
  gift: port('gift-effects'),
};
