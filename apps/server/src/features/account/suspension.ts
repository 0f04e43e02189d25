import { serviceTerms } from '@zavet/contract/legal/service-terms';
import { fail } from '../../platform/failure.ts';
import type { AccountDeps } from './account-deps.ts';
import type { OpenedSession } from './open-session-repository.ts';
import { deleteOwnSession } from './session-repository.ts';
import type { Suspension } from './suspension-repository.ts';

/**
 * Ends a session that was opened for a suspended account. Called after the session was opened, so a
 * concurrent suspension either finds the session or is found here. The owner gets in where signing in
 * is the only way to veto a start.
 */
export async function refuseSuspended(
  { database, mustSignInToVeto }: AccountDeps,
  userId: string,
  { id, is_suspended }: OpenedSession,
): Promise<void> {
  if (!is_suspended || (await mustSignInToVeto(userId))) return;
  await deleteOwnSession(database, userId, id);
  fail('account_suspended');
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
