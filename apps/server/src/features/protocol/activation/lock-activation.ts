import type { Context } from '../../../context.ts';
import { lockPayment, type Payment } from '../../billing/payments/index.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { type Activation, findActivation, lockActivation } from './activation-repository.ts';

export interface LockedWaiting {
  activation: Activation & { waiting_since: Date; release_at: Date };
  payment: Payment | undefined;
}

/** An activation that waits, with accounts, payment and itself held; undefined when it does not. */
export async function lockWaiting(
  { database }: Pick<Context, 'database'>,
  id: string,
): Promise<LockedWaiting | undefined> {
  const found = await findActivation(database, id);
  if (found?.status !== 'waiting') return undefined;
  const { deceased_user_id, initiator_user_id, payment_id } = found;
  await lockUsers(database, [deceased_user_id, ...(initiator_user_id ? [initiator_user_id] : [])]);
  const payment = payment_id ? await lockPayment(database, payment_id) : undefined;
  const activation = await lockActivation(database, id);
  if (activation?.status !== 'waiting') return undefined;
  const { waiting_since, release_at } = activation;
  // The database has both of everything that waits.
  if (!waiting_since || !release_at) return undefined;
  return { activation: { ...activation, waiting_since, release_at }, payment };
}
