import { factorTimings } from '@zavet/contract/timings';
import { fail } from '../../../../../platform/failure.ts';
import type { CookieReader, Cookies } from '../../../../../platform/http/route.ts';
import type { AccountDeps } from '../../account-deps.ts';
import { type Device, deviceOf } from '../../known-device.ts';
import { type BegunSignIn, findBegunSignIn } from './begun-sign-in-repository.ts';

const stepCookie = { name: 'zavet_second_step', path: '/api/session' };

/** Lets this browser, and no other, go on with the second step. */
export function writeBegunSignIn(
  { secondStepSigner }: AccountDeps,
  cookies: Cookies,
  id: string,
): void {
  cookies.set(stepCookie.name, secondStepSigner.sign(id), {
    path: stepCookie.path,
    sameSite: 'Strict',
    maxAge: factorTimings.secondStep / 1000,
  });
}

export function forgetBegunSignIn(cookies: Cookies): void {
  cookies.clear(stepCookie.name, { path: stepCookie.path, sameSite: 'Strict' });
}

/** The sign-in that this browser has begun; fails when there is none, or no longer. */
export async function readBegunSignIn(
  deps: AccountDeps,
  cookies: CookieReader,
): Promise<{ begun: BegunSignIn; device: Device }> {
  const device = deviceOf(deps, cookies);
  const id = deps.secondStepSigner.open(cookies.get(stepCookie.name) ?? '');
  const begun =
    id === undefined
      ? undefined
      : await findBegunSignIn(deps.database, id, device.digest, deps.clock.now());
  return begun ? { begun, device } : fail('second_step_over');
}
