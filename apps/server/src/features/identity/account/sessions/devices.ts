import { createHash, randomBytes } from 'node:crypto';
import { type Context, perContext } from '../../../../context.ts';
import { createValueSigner } from '../../../../platform/encryption/tokens.ts';
import type { CookieReader, Cookies } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { lockUser } from '../account-repository.ts';
import { createLink } from '../links.ts';
import type { EventOrigin } from '../security-event-repository.ts';
import { accessChanged } from '../security-mails.ts';
import { insertDevice, listKnownDevices } from './device-repository.ts';

const deviceSigner = perContext(({ serviceKey }) => createValueSigner(serviceKey, 'device-cookie'));

const deviceCookie = { name: 'zavet_device', path: '/api' };

const yearSeconds = 365 * 24 * 3_600;

/** A browser, identified by the secret in its cookie. The database stores only the digest. */
export interface Device {
  secret: string;
  digest: string;
}

/** A browser without a valid cookie gets a new secret, which is unknown to all accounts. */
export function deviceOf(ctx: Context, cookies: CookieReader): Device {
  const known = deviceSigner(ctx).open(cookies.get(deviceCookie.name) ?? '');
  const secret = known ?? randomBytes(24).toString('base64url');
  return { secret, digest: createHash('sha256').update(secret).digest('base64url') };
}

export function writeDeviceCookie(ctx: Context, cookies: Cookies, { secret }: Device): void {
  cookies.set(deviceCookie.name, deviceSigner(ctx).sign(secret), {
    path: deviceCookie.path,
    sameSite: 'Strict',
    maxAge: yearSeconds,
  });
}

/** Adds this browser to the known devices of the account. */
export async function rememberDevice(ctx: Context, cookies: Cookies, userId: string) {
  const device = deviceOf(ctx, cookies);
  await insertDevice(ctx.database, userId, device.digest, ctx.clock.now());
  writeDeviceCookie(ctx, cookies, device);
}

/**
 * Notifies the owner of a sign-in from an unknown browser, except the first one of the account. The
 * link disowns factors added since `at`.
 */
export async function notifyOfNewDevice(
  ctx: Context,
  userId: string,
  caller: EventOrigin,
  at: Date,
): Promise<void> {
  // Of two concurrent first sign-ins, the second one is reported.
  await lockUser(ctx.database, userId);
  if ((await listKnownDevices(ctx.database, userId)).length === 0) return;
  const linkId = await createLink(ctx, userId, 'disown_sign_in', caller, { created_at: at });
  await enqueueMail(ctx, accessChanged, { user_id: userId, link_id: linkId, event: 'new_device' });
}
