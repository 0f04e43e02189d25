import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockPayment, type Payment } from '../../billing/payments/index.ts';
import { lockUsers } from '../../identity/account/index.ts';
import {
  type Activation,
  findActivation,
  listVetoableStarts,
  lockActivation,
} from './activation-repository.ts';
import { findAnsweringContact } from './agreement-repository.ts';

/** Lock order: accounts by id, payment, activation. */
export function lockAccounts(
  { database }: Context,
  { deceased_user_id, initiator_user_id }: Activation,
): Promise<void> {
  return lockUsers(
    database,
    [deceased_user_id, initiator_user_id].flatMap((id) => id ?? []),
  );
}

/** Locks an activation without a payment, together with its accounts. */
export async function lockUnpaidStart(ctx: Context, id: string): Promise<Activation | undefined> {
  const found = await findActivation(ctx.database, id);
  if (!found) return undefined;
  await lockAccounts(ctx, found);
  return lockActivation(ctx.database, id);
}

export interface LockedWaitingActivation {
  activation: Activation & { waiting_since: Date; release_at: Date };
  payment: Payment | undefined;
}

/** Locks a waiting activation, together with accounts and payment; undefined in other states. */
export async function lockWaitingActivation(
  ctx: Context,
  id: string,
): Promise<LockedWaitingActivation | undefined> {
  const { database } = ctx;
  const found = await findActivation(database, id);
  if (found?.status !== 'waiting') return undefined;
  await lockAccounts(ctx, found);
  const payment = found.payment_id ? await lockPayment(database, found.payment_id) : undefined;
  const activation = await lockActivation(database, id);
  if (activation?.status !== 'waiting') return undefined;
  const { waiting_since, release_at } = activation;
  // Only narrows the types: a check constraint requires both values while the activation waits.
  if (!waiting_since || !release_at) return undefined;
  return { activation: { ...activation, waiting_since, release_at }, payment };
}

interface OtherContact {
  activation: Activation;
  contact_id: string;
  is_vetoed: boolean;
}

/**
 * Locks the activation with both accounts, and finds the caller among the owner's other confirmed
 * contacts. Fails with the same error for strangers and for the contact who started it.
 */
export async function lockAsOtherContact(
  { database }: Context,
  user_id: string,
  id: string,
): Promise<OtherContact> {
  const callerIn = ({ deceased_user_id: owner_id, trusted_contact_id: contact_id }: Activation) =>
    findAnsweringContact(database, { owner_id, contact_id, user_id });
  const found = await findActivation(database, id);
  if (!found || !(await callerIn(found))) return fail('not_found');
  await lockUsers(database, [found.deceased_user_id, user_id]);
  const activation = await lockActivation(database, id);
  const caller = activation && (await callerIn(activation));
  return activation && caller ? { activation, ...caller } : fail('not_found');
}

const maxLockAttempts = 20;

/** Runs a transaction in which all of an owner's activations that can be vetoed are locked. */
export async function withLockedActivations(
  ctx: Context,
  ownerId: string,
  work: (activations: readonly Activation[]) => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < maxLockAttempts; tries++) {
    const isDone = await ctx.database.transaction(async () => {
      const activations = await lockVetoable(ctx, ownerId);
      if (activations) await work(activations);
      return activations !== undefined;
    });
    if (isDone) return;
  }
  throw new Error('New starts kept appearing while locking.');
}

/** Undefined when an activation or payment was added between listing and locking. */
async function lockVetoable(
  { database }: Context,
  ownerId: string,
): Promise<Activation[] | undefined> {
  const seen = await listVetoableStarts(database, ownerId);
  const initiators = seen.flatMap(({ initiator_user_id: id }) => id ?? []);
  await lockUsers(database, [ownerId, ...initiators]);
  const payments = seen.flatMap(({ payment_id: id }) => id ?? []).sort();
  for (const id of payments) await lockPayment(database, id);
  const current = await listVetoableStarts(database, ownerId);
  const isKnown = ({ id, payment_id }: Activation) =>
    seen.some((one) => one.id === id && one.payment_id === payment_id);
  if (!current.every(isKnown)) return undefined;
  const locked: Activation[] = [];
  for (const { id } of current) {
    const activation = await lockActivation(database, id);
    if (activation) locked.push(activation);
  }
  return locked;
}
