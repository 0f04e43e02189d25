import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from '../../identity/account/index.ts';

/** Choices of one owner come one after another. */
export async function lockOwner(
  { database }: Pick<Context, 'database'>,
  ownerId: string,
): Promise<void> {
  // The account was deleted since the session was looked up.
  if (!(await lockUser(database, ownerId))) fail('session_missing');
}
