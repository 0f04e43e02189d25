import { createHash, randomBytes } from 'node:crypto';
import { type Context, perContext } from '../../../../context.ts';
import { createValueSigner } from '../../../../platform/encryption/tokens.ts';
import type { CookieReader, Cookies } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { lockUser } from '../account-repository.ts';
import { createLink } from '../links.ts';
import type { EventOrigin } from '../security-event-repository.ts';
import { hasKnownDevices, insertDevice } from './device-repository.ts';
import { newDevice } from './session-mails.ts';

const deviceSigner = perContext(({ serviceKey }) => createValueSigner(serviceKey, 'device-cookie'));

const deviceCookie = { name: 'zavet_device', path: '/api' };

const yearSeconds = 365 * 24 * 3_600;

/** A browser, by the secret in its cookie; the database keeps only the digest. */
export interface Device {
  secret: string;
  digest: string;
}

/** The browser behind a call. One without a cookie of ours is a new one, and unknown to everybody. */
export function deviceOf(ctx: Context, cookies: CookieReader): Device {
  const known = deviceSigner(ctx).open(cookies.get(deviceCookie.name) ?? '');
  const secret = known ?? randomBytes(24).toString('base64url');
  return { secret, digest: createHash('sha256').update(secret).digest('base64url') };
}

/** Lets the browser keep what it is recognised by, for one more year. */
export function writeDeviceCookie(ctx: Context, cookies: Cookies, { secret }: Device): void {
  cookies.set(deviceCookie.name, deviceSigner(ctx).sign(secret), {
    path: deviceCookie.path,
    sameSite: 'Strict',
    maxAge: yearSeconds,
  });
}

/** From now on this browser is one from which the owner has signed in. */
export async function rememberDevice(
  ctx: Context,
  cookies: Cookies,
  userId: string,
): Promise<void> {
  const device = deviceOf(ctx, cookies);
  await insertDevice(ctx.database, userId, device.digest, ctx.clock.now());
  writeDeviceCookie(ctx, cookies, device);
}

/**
 * The first sign-in of an account is no news; from any other unknown browser it is. The link disowns
 * factors added from `at` on.
 */
export async function notifyOfNewDevice(
  ctx: Context,
  userId: string,
  caller: EventOrigin,
  at: Date,
): Promise<void> {
  // Of two first sign-ins at once the second is news.
  await lockUser(ctx.database, userId);
  if (!(await hasKnownDevices(ctx.database, userId))) return;
  const linkId = await createLink(ctx, userId, 'disown_sign_in', caller, { created_at: at });
  await enqueueMail(ctx, newDevice, { user_id: userId, link_id: linkId });
}
