import { serviceTerms } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { mustSignInToVeto } from './account-ports.ts';
import type { OpenedSession } from './sessions/open-session-repository.ts';
import { deleteOwnSession, type LiveSession } from './sessions/session-repository.ts';
import type { Suspension } from './suspension-repository.ts';

/**
 * Ends a session that was opened for a suspended account. Called after the session was opened, so a
 * concurrent suspension either finds the session or is found here. The owner gets in where signing in
 * is the only way to veto a start.
 */
export async function refuseSuspended(
  ctx: Context,
  userId: string,
  { id, is_suspended }: OpenedSession,
): Promise<void> {
  if (await endIfSuspended(ctx, { id, user_id: userId, is_suspended })) fail('account_suspended');
}

/** Also asked when a session is renewed: one that was opened for a veto ends after it. */
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
 * The earliest moment at which the account may be deleted for the violation, as its mail announced.
 * Null where nothing was violated: a stranger in the account is no reason to delete it.
 */
export function deletableFrom({ suspended_at, reason }: Suspension): Date | null {
  if (reason === 'stranger_in_account') return null;
  return new Date(suspended_at.getTime() + serviceTerms.suspendedBeforeDeletionDays * dayMs);
}
