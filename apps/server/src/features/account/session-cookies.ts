import type { SessionView } from '@zavet/contract/account/account-schemas';
import { sessionTimings } from '@zavet/contract/timings';
import type { CookieReader, Cookies, Owner } from '../../platform/http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { findLiveSession, type LiveSession } from './session-repository.ts';

/** The short half says which session and until when; the long half can renew it. */
const accessCookie = { name: 'zavet_access', path: '/api' };
const sessionCookie = { name: 'zavet_session', path: '/api/session' };
const lifetimeSeconds = sessionTimings.sessionLifetime / 1000;

type AccessClaim = { sessionId: string; expiresAt: Date };

/** Who calls, or why that cannot be said. Looks at the session row, so an ended session ends at once. */
export async function identifyOwner(
  parts: AccountParts,
  cookies: CookieReader,
): Promise<Owner | 'missing' | 'expired'> {
  const found = await findAccess(parts, cookies);
  if (found === 'missing' || found === 'expired') return found;
  const { session } = found;
  return { user_id: session.user_id, session_id: session.id, email: session.email };
}

export async function findAccess(
  parts: AccountParts,
  cookies: CookieReader,
): Promise<{ session: LiveSession; expiresAt: Date } | 'missing' | 'expired'> {
  const claim = readAccessClaim(parts, cookies);
  if (!claim) return 'missing';
  const now = parts.clock.now();
  if (claim.expiresAt <= now) return 'expired';
  const session = await findLiveSession(parts.database, { id: claim.sessionId }, now);
  return session ? { session, expiresAt: claim.expiresAt } : 'missing';
}

/** The token of the long half, which only the session endpoints receive. */
export function readSessionToken(
  { sessionSigner }: AccountParts,
  cookies: CookieReader,
): string | undefined {
  const signed = cookies.get(sessionCookie.name);
  return signed === undefined ? undefined : sessionSigner.open(signed);
}

export function writeSessionToken(
  { sessionSigner }: AccountParts,
  cookies: Cookies,
  token: string,
): void {
  cookies.set(sessionCookie.name, sessionSigner.sign(token), {
    path: sessionCookie.path,
    sameSite: 'Strict',
    maxAge: lifetimeSeconds,
  });
}

/** Writes a fresh short half and says what the browser may know of it. */
export function grantAccess(
  { accessSigner, clock }: AccountParts,
  cookies: Cookies,
  session: LiveSession,
): SessionView {
  const expiresAt = new Date(clock.now().getTime() + sessionTimings.accessLifetime);
  // The cookie outlives what it claims, so that an expired claim can be told from none.
  cookies.set(accessCookie.name, accessSigner.sign(`${session.id}~${expiresAt.getTime()}`), {
    path: accessCookie.path,
    sameSite: 'Strict',
    maxAge: lifetimeSeconds,
  });
  return viewOf(session, expiresAt);
}

export function viewOf(session: LiveSession, expiresAt: Date): SessionView {
  return {
    expires_at: expiresAt.toISOString(),
    user: {
      id: session.user_id,
      email: session.email,
      preferred_language: session.preferred_language,
    },
  };
}

export function clearSessionCookies(cookies: Cookies): void {
  cookies.clear(accessCookie.name, { path: accessCookie.path, sameSite: 'Strict' });
  cookies.clear(sessionCookie.name, { path: sessionCookie.path, sameSite: 'Strict' });
}

function readAccessClaim(
  { accessSigner }: AccountParts,
  cookies: CookieReader,
): AccessClaim | undefined {
  const value = accessSigner.open(cookies.get(accessCookie.name) ?? '');
  if (value === undefined) return undefined;
  const [sessionId = '', expiresAt = ''] = value.split('~');
  return { sessionId, expiresAt: new Date(Number(expiresAt)) };
}
