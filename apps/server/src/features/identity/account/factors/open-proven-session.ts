import type { SessionView } from '@zavet/contract/account/account-schemas';
import type { Context } from '../../../../context.ts';
import type { Caller, Cookies } from '../../../../platform/http/route.ts';
import { type Account, isKnownDevice } from '../account-repository.ts';
import { type Device, writeDevice } from '../known-device.ts';
import { openSessionOf } from '../open-session-repository.ts';
import { writeSession } from '../session-cookies.ts';
import { markFactorProven } from '../session-repository.ts';
import { refuseSuspended } from '../suspension.ts';
import { tellOfNewDevice } from '../tell-of-new-device.ts';
import { removeDisownedFactors } from './factor-removed.ts';
import { endWait } from './lost-device/end-wait.ts';

export interface SignedIn {
  session: SessionView;
  has_ended_wait: boolean;
}

/**
 * Starts the session of an owner who has just proven both factors, under the account's lock. Who has
 * a factor at hand waits for no lost device. `begunAt` is before the factor was used.
 */
export async function openProvenSession(
  ctx: Context,
  account: Account,
  device: Device,
  caller: Caller,
  cookies: Cookies,
  begunAt: Date,
): Promise<SignedIn> {
  const { database, clock } = ctx;
  const isKnown = await isKnownDevice(database, account.id, device.digest);
  if (!isKnown) await tellOfNewDevice(ctx, account.id, caller, begunAt);
  const now = clock.now();
  const opening = { userId: account.id, device: device.digest, caller, now };
  await removeDisownedFactors(ctx, account.id, caller);
  const session = await openSessionOf(database, opening);
  await markFactorProven(database, session.id, now);
  await refuseSuspended(ctx, account.id, session);
  const has_ended_wait = await endWait(ctx, account.id, 'factor_used', caller);
  writeDevice(ctx, cookies, device);
  return { session: writeSession(ctx, cookies, session, account), has_ended_wait };
}
