import { createHash, randomBytes } from 'node:crypto';
import type { CookieReader, Cookies } from '../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { rememberDevice } from './account-repository.ts';

const deviceCookie = { name: 'zavet_device', path: '/api' };
const yearSeconds = 365 * 24 * 3_600;

/** Digest of the device behind a call, or undefined for a browser that never signed in here. */
export function readDevice(
  { deviceSigner }: AccountDeps,
  cookies: CookieReader,
): string | undefined {
  const device = deviceSigner.open(cookies.get(deviceCookie.name) ?? '');
  return device === undefined ? undefined : digestOf(device);
}

/** From now on this browser is one from which the owner has signed in. */
export async function rememberSignInDevice(
  deps: AccountDeps,
  cookies: Cookies,
  userId: string,
): Promise<void> {
  const { database, deviceSigner, clock } = deps;
  const known = deviceSigner.open(cookies.get(deviceCookie.name) ?? '');
  const device = known ?? randomBytes(24).toString('base64url');
  await rememberDevice(database, userId, digestOf(device), clock.now());
  cookies.set(deviceCookie.name, deviceSigner.sign(device), {
    path: deviceCookie.path,
    sameSite: 'Strict',
    maxAge: yearSeconds,
  });
}

function digestOf(device: string): string {
  return createHash('sha256').update(device).digest('base64url');
}
