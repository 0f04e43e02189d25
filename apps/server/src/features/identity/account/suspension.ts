import { serviceTerms } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { mustSignInToVeto } from './account-ports.ts';
import type { OpenedSession } from './sessions/open-session-repository.ts';
import { deleteOwnSession, type LiveSession } from './sessions/session-repository.ts';
import type { Suspension } from './suspension-repository.ts';

/**
 * Ends a session that was opened for a suspended account. Called after opening, so a concurrent
 * suspension either finds the session or is found here. The owner may sign in if that is the only
 * way to veto an activation.
 */
export async function refuseSuspended(
  ctx: Context,
  userId: string,
  { id, is_suspended }: OpenedSession,
): Promise<void> {
  if (await endIfSuspended(ctx, { id, user_id: userId, is_suspended })) fail('account_suspended');
}

/** Also called at renewal: a session that was opened for a veto ends afterwards. */
export async function endIfSuspended(
  ctx: Context,
  { id, user_id, is_suspended }: Pick<LiveSession, 'id' | 'user_id' | 'is_suspended'>,
): Promise<boolean> {
  const { database } = ctx;
  if (!is_suspended || (await mustSignInToVeto(ctx)(user_id))) return false;
  await deleteOwnSession(database, user_id, id);
  return true;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Earliest deletion of the suspended account, as announced in its mail. Null if an intruder was the
 * reason: the owner has violated nothing.
 */
export function deletableFrom({ suspended_at, reason }: Suspension): Date | null {
  if (reason === 'stranger_in_account') return null;
  return new Date(suspended_at.getTime() + serviceTerms.suspendedBeforeDeletionDays * dayMs);
}
