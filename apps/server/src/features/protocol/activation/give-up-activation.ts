import { isActive } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import {
  lockPayment,
  ProviderUnsure,
  withdrawPayment,
  withdrawPaymentJob,
} from '../../billing/payments/index.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { cancelWaiting } from '../waiting/call-off.ts';
import { findActivation, lockActivation } from './activation-repository.ts';
import { endActivation } from './end-attempt.ts';

/** Who began it takes it back, until letters leave. Money that is there, or on its way, goes back. */
export async function giveUpActivation(
  ctx: Context,
  { user_id }: Owner,
  id: string,
): Promise<void> {
  const { database, jobs } = ctx;
  const paymentId = await database.transaction(async () => {
    const found = await findActivation(database, id);
    if (found?.initiator_user_id !== user_id) return fail('not_found');
    await lockUsers(database, [found.deceased_user_id, user_id]);
    const payment = found.payment_id ? await lockPayment(database, found.payment_id) : undefined;
    const activation = await lockActivation(database, id);
    if (activation?.initiator_user_id !== user_id) return fail('not_found');
    if (isActive(activation.status)) fail('protocol_already_active');
    const { payment_id } = activation;
    if (activation.status === 'waiting') {
      await cancelWaiting(ctx, activation, payment, 'given_up', 'given_up');
      return null;
    }
    await endActivation(ctx, activation, 'given_up', 'given_up');
    if (payment_id) await jobs.enqueue(withdrawPaymentJob, { payment_id });
    return payment_id;
  });
  if (!paymentId) return;
  // At once where that is possible; otherwise the job does it.
  await withdrawPayment(ctx, paymentId).catch((error) => {
    if (!(error instanceof ProviderUnsure)) throw error;
  });
}
