import type { ActiveSessionView, SessionView } from '@zavet/contract/account/account-schemas';
import { sessionTimings } from '@zavet/contract/timings';
import { fail } from '../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../platform/http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import {
  clearSessionCookies,
  findAccess,
  grantAccess,
  readSessionToken,
  viewOf,
  writeSessionToken,
} from './session-cookies.ts';
import {
  deleteOtherSessions,
  deleteOwnSession,
  extendSession,
  findLiveSession,
  listLiveSessions,
} from './session-repository.ts';

/** The session of this browser; a short half that has run out is renewed on the way. */
export async function getSession(
  parts: AccountParts,
  cookies: Cookies,
): Promise<SessionView | null> {
  const access = await findAccess(parts, cookies);
  if (access !== 'missing' && access !== 'expired') return viewOf(access.session, access.expiresAt);
  return renew(parts, cookies);
}

export async function refreshSession(parts: AccountParts, cookies: Cookies): Promise<SessionView> {
  return (await renew(parts, cookies)) ?? fail('session_missing');
}

async function renew(parts: AccountParts, cookies: Cookies): Promise<SessionView | null> {
  const token = readSessionToken(parts, cookies);
  const now = parts.clock.now();
  const session = token && (await findLiveSession(parts.database, { token }, now));
  if (!session) {
    if (token) clearSessionCookies(cookies);
    return null;
  }
  const expiresAt = new Date(now.getTime() + sessionTimings.sessionLifetime);
  await extendSession(parts.database, session.id, now, expiresAt);
  writeSessionToken(parts, cookies, token);
  return grantAccess(parts, cookies, session);
}

/** Ends the session of this browser, if it has one. */
export async function signOut(
  parts: AccountParts,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  const { database, engine, clock } = parts;
  const token = readSessionToken(parts, cookies);
  clearSessionCookies(cookies);
  if (!token) return;
  await database.transaction(async () => {
    const session = await findLiveSession(database, { token }, clock.now());
    if (!session) return;
    await engine.endSession(token);
    await recordSecurityEvent(database, session.user_id, 'signed_out', caller, clock.now());
  });
}

export async function listSessions(
  { database, clock }: AccountParts,
  owner: Owner,
): Promise<ActiveSessionView[]> {
  const rows = await listLiveSessions(database, owner.user_id, clock.now());
  return rows
    .map((row) => ({
      ...row,
      is_current: row.id === owner.session_id,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }))
    .sort((one, other) => Number(other.is_current) - Number(one.is_current));
}

export async function endSession(
  { database, clock }: AccountParts,
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
  { database, clock }: AccountParts,
  owner: Owner,
  caller: Caller,
): Promise<number> {
  return database.transaction(async () => {
    const ended = await deleteOtherSessions(database, owner.user_id, owner.session_id);
    await recordSecurityEvent(database, owner.user_id, 'other_sessions_ended', caller, clock.now());
    return ended;
  });
}
