import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { sessionTimings } from '@zavet/contract/timings';
import { type Context, perContext } from '../../../../context.ts';
import { createValueSigner } from '../../../../platform/encryption/tokens.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Identified, Recognised } from '../../../../platform/http/bind-route.ts';
import { type AccountLimit, failUnlessAllowed } from '../../../../platform/http/call-limits.ts';
import { type CountedWindow, resultOf } from '../../../../platform/http/rate-limiter.ts';
import type { CookieReader, Cookies } from '../../../../platform/http/route.ts';
import type { Account } from '../account-repository.ts';
import {
  findLiveSession,
  findSessionAndCountCall,
  type LiveSession,
  sessionStatement,
  type ValidSession,
} from './session-repository.ts';

const sessionSigner = perContext(({ serviceKey }) =>
  createValueSigner(serviceKey, 'session-cookie'),
);

const accessSigner = perContext(({ serviceKey }) => createValueSigner(serviceKey, 'access-cookie'));

/** The short half says which session and until when; the long half can renew it. */
const accessCookie = { name: 'zavet_access', path: '/api' };
const sessionCookie = { name: 'zavet_session', path: '/api/session' };
const lifetimeSeconds = sessionTimings.sessionLifetime / 1000;

/** What the browser may know of a session. */
type SessionOwner = Pick<LiveSession, 'id' | 'user_id' | 'email' | 'preferred_language'>;
type ProvenSession = SessionOwner & Pick<LiveSession, 'proven_at'>;
type AccessClaim = {
  id: string;
  expiresAt: Date;
  user_id: string;
  provenAt: Date | null;
};

/**
 * Who calls, or why that cannot be said. Looks at the session row, so an ended session ends at once;
 * a limit of the account is counted in the same statement.
 */
export async function identifyOwner(
  ctx: Context,
  cookies: CookieReader,
  limit?: AccountLimit,
): Promise<Identified | 'missing' | 'expired'> {
  if (!limit) {
    const found = await findCurrentSession(ctx, cookies);
    if (found === 'missing' || found === 'expired') return found;
    return { ...knownBy(found.session), taken: { allowed: true } };
  }
  const claim = readLiveClaim(ctx, cookies);
  if (claim === 'missing' || claim === 'expired') return claim;
  const now = ctx.clock.now();
  const session = await findSessionAndCountCall(ctx.database, claim, limit, now);
  if (!session) return 'missing';
  return { ...knownBy(session), taken: takenOf(session, limit, now) };
}

function takenOf({ count, window_started_at }: CountedWindow, limit: AccountLimit, now: Date) {
  return resultOf(count, new Date(window_started_at), limit, now);
}

/**
 * Who calls according to the cookie, before its session is looked at: that happens together with the
 * first statement of the call.
 */
export function recogniseOwner(
  ctx: Context,
  cookies: CookieReader,
  limit?: AccountLimit,
): Recognised | undefined {
  const claim = readLiveClaim(ctx, cookies);
  if (claim === 'missing' || claim === 'expired') return undefined;
  const { id, user_id, provenAt } = claim;
  const now = ctx.clock.now();
  const accept = ([session]: (ValidSession & CountedWindow)[]) => {
    if (session?.user_id !== user_id) return fail('session_missing');
    if (limit) failUnlessAllowed(takenOf(session, limit, now));
  };
  return {
    owner: { user_id, session_id: id },
    provenAt,
    checkDuring: (work) =>
      ctx.database.piggyback(sessionStatement(claim, limit, now), accept, work),
  };
}

export async function findCurrentSession(
  ctx: Context,
  cookies: CookieReader,
): Promise<{ session: LiveSession; expiresAt: Date } | 'missing' | 'expired'> {
  const claim = readLiveClaim(ctx, cookies);
  if (claim === 'missing' || claim === 'expired') return claim;
  const session = await findLiveSession(ctx.database, { id: claim.id }, ctx.clock.now());
  if (!session) return 'missing';
  return { session, expiresAt: claim.expiresAt };
}

/** The long half: which session this browser can renew. */
export async function findRenewableSession(
  ctx: Context,
  cookies: CookieReader,
): Promise<{ session: LiveSession; token: string } | 'missing' | 'ended'> {
  const { database, clock } = ctx;
  const signed = cookies.get(sessionCookie.name);
  const token = signed === undefined ? undefined : sessionSigner(ctx).open(signed);
  if (token === undefined) return 'missing';
  const session = await findLiveSession(database, { token }, clock.now());
  if (!session) return 'ended';
  return { session, token };
}

export function writeSessionCookie(ctx: Context, cookies: Cookies, token: string): void {
  cookies.set(sessionCookie.name, sessionSigner(ctx).sign(token), {
    path: sessionCookie.path,
    sameSite: 'Strict',
    maxAge: lifetimeSeconds,
  });
}

/** Gives a new session to the browser that opened it. */
export function writeSessionCookies(
  ctx: Context,
  cookies: Cookies,
  session: { id: string; token: string; proven_at: Date | null },
  { id: user_id, email, language: preferred_language }: Pick<Account, 'id' | 'email' | 'language'>,
): SessionView {
  writeSessionCookie(ctx, cookies, session.token);
  const { id, proven_at } = session;
  return writeAccessCookie(ctx, cookies, { id, proven_at, user_id, email, preferred_language });
}

/**
 * Writes a fresh short half and says what the browser may know of it. That the session was proven
 * travels with it, so that saving a text costs no look of its own; a later proof is in the row.
 */
export function writeAccessCookie(
  ctx: Context,
  cookies: Cookies,
  session: ProvenSession,
): SessionView {
  const { clock } = ctx;
  const expiresAt = new Date(clock.now().getTime() + sessionTimings.accessLifetime);
  // The cookie outlives what it claims, so that an expired claim can be told from none.
  const proven = session.proven_at ? `~${session.proven_at.getTime()}` : '';
  const claim = `${session.id}~${expiresAt.getTime()}~${session.user_id}${proven}`;
  cookies.set(accessCookie.name, accessSigner(ctx).sign(claim), {
    path: accessCookie.path,
    sameSite: 'Strict',
    maxAge: lifetimeSeconds,
  });
  return viewOf(session, expiresAt);
}

export function viewOf(session: SessionOwner, expiresAt: Date): SessionView {
  return {
    expires_at: expiresAt,
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

function readLiveClaim(ctx: Context, cookies: CookieReader): AccessClaim | 'missing' | 'expired' {
  const { clock } = ctx;
  const value = accessSigner(ctx).open(cookies.get(accessCookie.name) ?? '');
  if (value === undefined) return 'missing';
  const [id = '', time = '', user_id = '', proven] = value.split('~');
  const expiresAt = new Date(Number(time));
  if (expiresAt <= clock.now()) return 'expired';
  const provenAt = proven === undefined ? null : new Date(Number(proven));
  return { id, expiresAt, provenAt, user_id };
}

function knownBy({ id, user_id, proven_at }: ValidSession) {
  return { owner: { user_id, session_id: id }, provenAt: proven_at };
}
