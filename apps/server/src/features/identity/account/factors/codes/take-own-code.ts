import { type Context, perContext } from '../../../../../context.ts';
import { createOneTimeCodes } from '../../../../../platform/encryption/one-time-codes.ts';
import { findAuthenticator, noteStep } from './authenticator-repository.ts';

/** The codes that owners sign in with; those of operators have another key. */
export const ownerCodes = perContext(({ serviceKey }) =>
  createOneTimeCodes(serviceKey, { key: 'owner-codes', place: 'owner-code', issuer: 'Zavet' }),
);

/** Takes a code of the owner's app, once, under the account's lock. False for any other. */
export async function takeOwnCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const { database, clock } = ctx;
  const known = await findAuthenticator(database, userId);
  if (!known?.confirmed_at) return false;
  const step = ownerCodes(ctx).stepOf(userId, known.secret, code, known.last_step, clock.now());
  if (step === undefined) return false;
  await noteStep(database, userId, step);
  return true;
}
