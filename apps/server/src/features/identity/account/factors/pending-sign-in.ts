import { factorTimings } from '@zavet/contract/timings';
import { type Context, perContext } from '../../../../context.ts';
import { createValueSigner } from '../../../../platform/encryption/tokens.ts';
import { fail } from '../../../../platform/failure.ts';
import type { CookieReader, Cookies } from '../../../../platform/http/route.ts';
import { type Device, deviceOf } from '../sessions/devices.ts';
import { findPendingSignIn, type PendingSignIn } from './factor-repository.ts';

const secondStepSigner = perContext(({ serviceKey }) =>
  createValueSigner(serviceKey, 'second-step-cookie'),
);

const stepCookie = { name: 'zavet_second_step', path: '/api/session' };

/** Sets the cookie without which the second step cannot be continued. */
export function writeSecondStepCookie(ctx: Context, cookies: Cookies, id: string): void {
  cookies.set(stepCookie.name, secondStepSigner(ctx).sign(id), {
    path: stepCookie.path,
    sameSite: 'Strict',
    maxAge: factorTimings.secondStep / 1000,
  });
}

export function clearSecondStepCookie(cookies: Cookies): void {
  cookies.clear(stepCookie.name, { path: stepCookie.path, sameSite: 'Strict' });
}

/** Returns the pending sign-in of this browser. Fails if it is missing or expired. */
export async function requirePendingSignIn(
  ctx: Context,
  cookies: CookieReader,
): Promise<{ pending: PendingSignIn; device: Device }> {
  const device = deviceOf(ctx, cookies);
  const id = secondStepSigner(ctx).open(cookies.get(stepCookie.name) ?? '');
  if (id === undefined) return fail('second_step_expired');
  const pending = await findPendingSignIn(ctx.database, id, device.digest, ctx.clock.now());
  return pending ? { pending, device } : fail('second_step_expired');
}
