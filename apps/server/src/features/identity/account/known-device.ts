import { createHash, randomBytes } from 'node:crypto';
import type { CookieReader, Cookies } from '../../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { rememberDevice } from './account-repository.ts';

const deviceCookie = { name: 'zavet_device', path: '/api' };
const yearSeconds = 365 * 24 * 3_600;

/** A browser, by the secret in its cookie; the database keeps only the digest. */
export interface Device {
  secret: string;
  digest: string;
}

/** The browser behind a call. One without a cookie of ours is a new one, and unknown to everybody. */
export function deviceOf({ deviceSigner }: AccountDeps, cookies: CookieReader): Device {
  const known = deviceSigner.open(cookies.get(deviceCookie.name) ?? '');
  const secret = known ?? randomBytes(24).toString('base64url');
  return { secret, digest: createHash('sha256').update(secret).digest('base64url') };
}

/** Lets the browser keep what it is recognised by, for one more year. */
export function writeDevice(
  { deviceSigner }: AccountDeps,
  cookies: Cookies,
  { secret }: Device,
): void {
  cookies.set(deviceCookie.name, deviceSigner.sign(secret), {
    path: deviceCookie.path,
    sameSite: 'Strict',
    maxAge: yearSeconds,
  });
}

/** From now on this browser is one from which the owner has signed in. */
export async function rememberSignInDevice(
  deps: AccountDeps,
  cookies: Cookies,
  userId: string,
): Promise<void> {
  const device = deviceOf(deps, cookies);
  await rememberDevice(deps.database, userId, device.digest, deps.clock.now());
  writeDevice(deps, cookies, device);
}
