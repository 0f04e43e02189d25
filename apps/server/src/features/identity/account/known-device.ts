import { createHash, randomBytes } from 'node:crypto';
import { type Context, perContext } from '../../../context.ts';
import { createValueSigner } from '../../../platform/encryption/signed-value.ts';
import type { CookieReader, Cookies } from '../../../platform/http/route.ts';
import { rememberDevice } from './account-repository.ts';

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
export function writeDevice(ctx: Context, cookies: Cookies, { secret }: Device): void {
  cookies.set(deviceCookie.name, deviceSigner(ctx).sign(secret), {
    path: deviceCookie.path,
    sameSite: 'Strict',
    maxAge: yearSeconds,
  });
}

/** From now on this browser is one from which the owner has signed in. */
export async function rememberSignInDevice(
  ctx: Context,
  cookies: Cookies,
  userId: string,
): Promise<void> {
  const device = deviceOf(ctx, cookies);
  await rememberDevice(ctx.database, userId, device.digest, ctx.clock.now());
  writeDevice(ctx, cookies, device);
}
