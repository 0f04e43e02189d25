import type { ActiveSessionView, SessionView } from '@zavet/contract/identity/account-schemas';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../../platform/http/route.ts';
import { mustSignInToVeto } from '../account-ports.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import type { OpenedSession } from './open-session-repository.ts';
import {
  clearSessionCookies,
  findCurrentSession,
  findRenewableSession,
  sessionViewOf,
  writeAccessCookie,
  writeSessionCookie,
} from './session-cookies.ts';
import {
  deleteOtherSessions,
  deleteOwnSession,
  findSessionTimes,
  type LiveSession,
  listLiveSessions,
  updateSession,
} from './session-repository.ts';
import { endOfSession } from './session-rules.ts';

/** The session of this browser. Renews an expired access cookie. */
export async function getSession(ctx: Context, cookies: Cookies): Promise<SessionView | null> {
  const access = await findCurrentSession(ctx, cookies);
  if (typeof access !== 'string') return sessionViewOf(access.session, access.expiresAt);
  return renew(ctx, cookies);
}

export async function refreshSession(ctx: Context, cookies: Cookies): Promise<SessionView> {
  return (await renew(ctx, cookies)) ?? fail('session_missing');
}

async function renew(ctx: Context, cookies: Cookies): Promise<SessionView | null> {
  const found = await findRenewableSession(ctx, cookies);
  if (found === 'ended') clearSessionCookies(cookies);
  if (typeof found === 'string') return null;
  const { session, token } = found;
  const { database, clock } = ctx;
  if (await endIfSuspended(ctx, session)) {
    clearSessionCookies(cookies);
    return null;
  }
  const now = clock.now();
  const { created_at } = (await findSessionTimes(database, session.id)) ?? { created_at: now };
  const expires_at = endOfSession(created_at, now);
  await updateSession(database, session.id, { updated_at: now, expires_at });
  writeSessionCookie(ctx, cookies, token);
  return writeAccessCookie(ctx, cookies, session);
}

export async function signOut(ctx: Context, caller: Caller, cookies: Cookies): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    const found = await findRenewableSession(ctx, cookies);
    clearSessionCookies(cookies);
    if (typeof found === 'string') return;
    const { id, user_id } = found.session;
    await deleteOwnSession(database, user_id, id);
    await recordSecurityEvent(database, user_id, 'signed_out', caller, clock.now());
  });
}

export async function listSessions(
  { database, clock }: Context,
  owner: Owner,
): Promise<ActiveSessionView[]> {
  const rows = await listLiveSessions(database, owner.user_id, clock.now());
  return rows
    .map((row) => ({ ...row, is_current: row.id === owner.session_id }))
    .sort((one, other) => Number(other.is_current) - Number(one.is_current));
}

export async function endSession(
  { database, clock }: Context,
  owner: Owner,
  sessionId: string,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    const isEnded = await deleteOwnSession(database, owner.user_id, sessionId);
    if (!isEnded) fail('not_found');
    await recordSecurityEvent(database, owner.user_id, 'session_ended', caller, clock.now());
  });
}

export async function endOtherSessions({ database, clock }: Context, owner: Owner, caller: Caller) {
  return database.transaction(async () => {
    const ended = await deleteOtherSessions(database, owner.user_id, owner.session_id);
    await recordSecurityEvent(database, owner.user_id, 'other_sessions_ended', caller, clock.now());
    return ended;
  });
}

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

/**
 * Returns true if it ended the session. Also called at renewal, so that a session opened for a veto
 * ends after the veto.
 */
async function endIfSuspended(
  ctx: Context,
  { id, user_id, is_suspended }: Pick<LiveSession, 'id' | 'user_id' | 'is_suspended'>,
): Promise<boolean> {
  const { database } = ctx;
  if (!is_suspended || (await mustSignInToVeto(ctx)(user_id))) return false;
  await deleteOwnSession(database, user_id, id);
  return true;
}
