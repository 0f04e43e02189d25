import type { Context } from '../../../context.ts';
import { paymentProvider } from './payment-providers.ts';
import { type Payment, updateReceipt } from './payment-repository.ts';
import { pauseBeforeCheck } from './payment-rules.ts';

const givenUpAfterMs = 7 * 24 * 60 * 60 * 1000;

/** When to ask for a receipt again; null when nobody will register it any more. */
export function receiptDue({ created_at }: Payment, now: Date): Date | null {
  const ageMs = now.getTime() - created_at.getTime();
  return ageMs > givenUpAfterMs ? null : new Date(now.getTime() + pauseBeforeCheck(ageMs));
}

/** The tax receipt of a paid payment is registered later; the history shows when it is. */
export async function followReceipt(ctx: Context, payment: Payment): Promise<void> {
  const { database, clock } = ctx;
  if (payment.receipt !== 'pending' || !payment.provider_payment_id) return;
  const due = receiptDue(payment, clock.now());
  // Noted first: whatever happens, it is asked for again at its time and not in a circle.
  await updateReceipt(database, payment.id, 'pending', due);
  const said = await paymentProvider(ctx)?.read(payment.provider_payment_id);
  if (!said || said.payment_id !== payment.id || said.receipt === 'pending') return;
  await updateReceipt(database, payment.id, said.receipt, null);
}
