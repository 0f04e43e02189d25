import type { ActiveSessionView, SessionView } from '@zavet/contract/identity/account-schemas';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../../platform/http/route.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { endIfSuspended } from '../suspension.ts';
import {
  clearSessionCookies,
  findCurrentSession,
  findRenewableSession,
  viewOf,
  writeAccessCookie,
  writeSessionCookie,
} from './session-cookies.ts';
import {
  deleteOtherSessions,
  deleteOwnSession,
  extendSession,
  findSessionStart,
  listLiveSessions,
} from './session-repository.ts';
import { endOfSession } from './session-rules.ts';

/** The session of this browser; a short half that has run out is renewed on the way. */
export async function getSession(ctx: Context, cookies: Cookies): Promise<SessionView | null> {
  const access = await findCurrentSession(ctx, cookies);
  if (access !== 'missing' && access !== 'expired') return viewOf(access.session, access.expiresAt);
  return renew(ctx, cookies);
}

export async function refreshSession(ctx: Context, cookies: Cookies): Promise<SessionView> {
  return (await renew(ctx, cookies)) ?? fail('session_missing');
}

async function renew(ctx: Context, cookies: Cookies): Promise<SessionView | null> {
  const found = await findRenewableSession(ctx, cookies);
  if (found === 'ended') clearSessionCookies(cookies);
  if (found === 'ended' || found === 'missing') return null;
  const { database, clock } = ctx;
  const { session, token } = found;
  if (await endIfSuspended(ctx, session)) {
    clearSessionCookies(cookies);
    return null;
  }
  const now = clock.now();
  const startedAt = await findSessionStart(database, session.id);
  await extendSession(database, session.id, now, endOfSession(startedAt ?? now, now));
  writeSessionCookie(ctx, cookies, token);
  return writeAccessCookie(ctx, cookies, session);
}

/** Ends the session of this browser, if it has one. */
export async function signOut(ctx: Context, caller: Caller, cookies: Cookies): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    const found = await findRenewableSession(ctx, cookies);
    clearSessionCookies(cookies);
    if (found === 'missing' || found === 'ended') return;
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
    .map((row) => ({
      ...row,
      is_current: row.id === owner.session_id,
    }))
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

export async function endOtherSessions(
  { database, clock }: Context,
  owner: Owner,
  caller: Caller,
): Promise<number> {
  return database.transaction(async () => {
    const ended = await deleteOtherSessions(database, owner.user_id, owner.session_id);
    await recordSecurityEvent(database, owner.user_id, 'other_sessions_ended', caller, clock.now());
    return ended;
  });
}
