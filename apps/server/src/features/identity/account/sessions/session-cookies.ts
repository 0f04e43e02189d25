import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { sessionTimings } from '@zavet/contract/timings';
import { type Context, perContext } from '../../../../context.ts';
import { createValueSigner } from '../../../../platform/encryption/tokens.ts';
import { fail } from '../../../../platform/failure.ts';
import type { IdentifiedOwner, RecognisedOwner } from '../../../../platform/http/bind-route.ts';
import { type AccountLimit, failUnlessAllowed } from '../../../../platform/http/call-limits.ts';
import { type CountedWindow, rateLimitResultOf } from '../../../../platform/http/rate-limiter.ts';
import type { CookieReader, Cookies } from '../../../../platform/http/route.ts';
import type { Account } from '../account-repository.ts';
import type { OpenedSession } from './open-session-repository.ts';
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

/**
 * Contains a claim that expires after minutes. The cookie lives longer, to detect an expired claim.
 */
const accessCookie = { name: 'zavet_access', path: '/api' };
/** Contains the token that renews the session. */
const sessionCookie = { name: 'zavet_session', path: '/api/session' };
const lifetimeSeconds = sessionTimings.sessionLifetime / 1000;

type SessionOwner = Pick<LiveSession, 'id' | 'user_id' | 'email' | 'preferred_language'>;

interface AccessClaim {
  id: string;
  expiresAt: Date;
  user_id: string;
  provenAt: Date | null;
}

/**
 * Reads the session row, so that an ended session is rejected immediately. Counts the call against
 * a limit in the same statement.
 */
export async function identifyOwner(
  ctx: Context,
  cookies: CookieReader,
  limit?: AccountLimit,
): Promise<IdentifiedOwner | 'missing' | 'expired'> {
  if (!limit) {
    const found = await findCurrentSession(ctx, cookies);
    if (typeof found === 'string') return found;
    return { ...identityOf(found.session), limitResult: { allowed: true } };
  }
  const claim = readClaim(ctx, cookies);
  if (typeof claim === 'string') return claim;
  const now = ctx.clock.now();
  const session = await findSessionAndCountCall(ctx.database, claim, limit, now);
  if (!session) return 'missing';
  return { ...identityOf(session), limitResult: limitResultOf(session, limit, now) };
}

/**
 * Returns the owner named in the cookie, without a query. The first statement of the call must also
 * check the session.
 */
export function recogniseOwner(
  ctx: Context,
  cookies: CookieReader,
  limit?: AccountLimit,
): RecognisedOwner | undefined {
  const claim = readClaim(ctx, cookies);
  if (typeof claim === 'string') return undefined;
  const { id, user_id, provenAt } = claim;
  const now = ctx.clock.now();
  const check = ([session]: (ValidSession & CountedWindow)[]) => {
    if (session?.user_id !== user_id) return fail('session_missing');
    if (limit) failUnlessAllowed(limitResultOf(session, limit, now));
  };
  return {
    owner: { user_id, session_id: id },
    provenAt,
    checkDuring: (work) => ctx.database.piggyback(sessionStatement(claim, limit, now), check, work),
  };
}

function identityOf({ id, user_id, proven_at }: ValidSession) {
  return { owner: { user_id, session_id: id }, provenAt: proven_at };
}

function limitResultOf(
  { count, window_started_at }: CountedWindow,
  limit: AccountLimit,
  now: Date,
) {
  return rateLimitResultOf(count, new Date(window_started_at), limit, now);
}

export async function findCurrentSession(
  ctx: Context,
  cookies: CookieReader,
): Promise<{ session: LiveSession; expiresAt: Date } | 'missing' | 'expired'> {
  const claim = readClaim(ctx, cookies);
  if (typeof claim === 'string') return claim;
  const session = await findLiveSession(ctx.database, { id: claim.id }, ctx.clock.now());
  return session ? { session, expiresAt: claim.expiresAt } : 'missing';
}

export async function findRenewableSession(
  ctx: Context,
  cookies: CookieReader,
): Promise<{ session: LiveSession; token: string } | 'missing' | 'ended'> {
  const token = sessionSigner(ctx).open(cookies.get(sessionCookie.name) ?? '');
  if (token === undefined) return 'missing';
  const session = await findLiveSession(ctx.database, { token }, ctx.clock.now());
  return session ? { session, token } : 'ended';
}

/** Sets both cookies of a new session. */
export function writeSessionCookies(
  ctx: Context,
  cookies: Cookies,
  { id, token, proven_at }: Pick<OpenedSession, 'id' | 'token' | 'proven_at'>,
  { id: user_id, email, language: preferred_language }: Account,
): SessionView {
  writeSessionCookie(ctx, cookies, token);
  return writeAccessCookie(ctx, cookies, { id, proven_at, user_id, email, preferred_language });
}

export function writeSessionCookie(ctx: Context, cookies: Cookies, token: string): void {
  writeCookie(cookies, sessionCookie, sessionSigner(ctx).sign(token));
}

/**
 * Includes the time of the last proof, so that checking it needs no query. Later proofs are only in
 * the row.
 */
export function writeAccessCookie(
  ctx: Context,
  cookies: Cookies,
  session: SessionOwner & Pick<LiveSession, 'proven_at'>,
): SessionView {
  const expiresAt = new Date(ctx.clock.now().getTime() + sessionTimings.accessLifetime);
  const proof = session.proven_at ? `~${session.proven_at.getTime()}` : '';
  const claim = `${session.id}~${expiresAt.getTime()}~${session.user_id}${proof}`;
  writeCookie(cookies, accessCookie, accessSigner(ctx).sign(claim));
  return sessionViewOf(session, expiresAt);
}

function writeCookie(cookies: Cookies, { name, path }: typeof accessCookie, value: string): void {
  cookies.set(name, value, { path, sameSite: 'Strict', maxAge: lifetimeSeconds });
}

export function clearSessionCookies(cookies: Cookies): void {
  for (const { name, path } of [accessCookie, sessionCookie]) {
    cookies.clear(name, { path, sameSite: 'Strict' });
  }
}

export function sessionViewOf(
  { user_id: id, email, preferred_language }: SessionOwner,
  expires_at: Date,
): SessionView {
  return { expires_at, user: { id, email, preferred_language } };
}

function readClaim(ctx: Context, cookies: CookieReader): AccessClaim | 'missing' | 'expired' {
  const value = accessSigner(ctx).open(cookies.get(accessCookie.name) ?? '');
  if (value === undefined) return 'missing';
  const [id = '', time = '', user_id = '', proof] = value.split('~');
  const expiresAt = new Date(Number(time));
  if (expiresAt <= ctx.clock.now()) return 'expired';
  const provenAt = proof === undefined ? null : new Date(Number(proof));
  return { id, expiresAt, provenAt, user_id };
}
