import type { AccountDeps } from '../../account-deps.ts';
import { findAuthenticator, noteStep } from './authenticator-repository.ts';

/** Takes a code of the owner's app, once, under the account's lock. False for any other. */
export async function takeOwnCode(
  { database, clock, codes }: AccountDeps,
  userId: string,
  code: string,
): Promise<boolean> {
  const known = await findAuthenticator(database, userId);
  if (!known?.confirmed_at) return false;
  const step = codes.stepOf(userId, known.secret, code, known.last_step, clock.now());
  if (step === undefined) return false;
  await noteStep(database, userId, step);
  return true;
}
