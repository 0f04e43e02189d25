import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUsers } from '../../identity/account/index.ts';
import {
  type Activation,
  findActivation,
  lockActivation,
} from '../activation/activation-repository.ts';

export type Request = Activation & { request_reason: NonNullable<Activation['request_reason']> };

/** Undefined also for an activation that nobody asked the operators about. */
export async function findRequest(
  { database }: Pick<Context, 'database'>,
  id: string,
): Promise<Request | undefined> {
  const found = await findActivation(database, id);
  return isRequest(found) ? found : undefined;
}

/** A request of this person; nobody else learns that it exists. */
export async function findOwnRequest(
  ctx: Pick<Context, 'database'>,
  userId: string,
  id: string,
): Promise<Request> {
  const found = await findRequest(ctx, id);
  return found?.initiator_user_id === userId ? found : fail('not_found');
}

/** A request that is not decided yet, with both accounts and itself held. */
export async function lockUndecided(
  { database }: Pick<Context, 'database'>,
  { id, deceased_user_id, initiator_user_id }: Activation,
): Promise<Request> {
  await lockUsers(database, [deceased_user_id, ...(initiator_user_id ? [initiator_user_id] : [])]);
  const locked = await lockActivation(database, id);
  if (!isRequest(locked)) return fail('not_found');
  if (locked.status !== 'requested') fail('review_closed');
  return locked;
}

function isRequest(activation: Activation | undefined): activation is Request {
  return activation !== undefined && activation.request_reason !== null;
}
