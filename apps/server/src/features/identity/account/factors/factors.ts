import type { FactorsView } from '@zavet/contract/identity/factor-schemas';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import type { Account } from '../account-repository.ts';
import { createLink } from '../links.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { accessChanged, type FactorChange } from '../security-mails.ts';
import { requireFactorProof, withProof } from '../sessions/proof.ts';
import { markFactorProven } from '../sessions/session-repository.ts';
import {
  countRecoveryCodes,
  deleteFactors,
  deleteRecoveryCodes,
  findAuthenticator,
  hasSecondFactor,
  updateSecondFactorSince,
} from './factor-repository.ts';
import { closeLostDeviceWait, findOpenLostDeviceWait } from './lost-device-repository.ts';
import { listPasskeys } from './passkey-repository.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

export async function readFactors({ database }: Context, { user_id }: Owner): Promise<FactorsView> {
  const passkeys = await listPasskeys(database, user_id);
  const authenticator = await findAuthenticator(database, user_id);
  const wait = await findOpenLostDeviceWait(database, user_id);
  return {
    passkeys,
    has_codes: Boolean(authenticator?.confirmed_at),
    recovery_codes_left: await countRecoveryCodes(database, user_id),
    lost_device_until: wait?.ends_at ?? null,
  };
}

/**
 * Adds or removes a factor. The first one requires a fresh proof of any kind, later ones a proof by
 * a factor: an intruder who knows the password cannot change factors.
 */
export function changeFactors<Result>(
  ctx: Context,
  owner: Owner,
  caller: Caller,
  change: (account: Account) => Promise<Result>,
): Promise<Result> {
  return withProof(ctx, owner, undefined, caller, async (account) => {
    if (account.hasSecondFactor) await requireFactorProof(ctx, owner);
    return change(account);
  });
}

export function renewRecoveryCodes(ctx: Context, owner: Owner, caller: Caller): Promise<string[]> {
  return changeFactors(ctx, owner, caller, async ({ id }) => {
    if (!(await hasSecondFactor(ctx.database, id))) fail('second_factor_missing');
    await notifyOfFactorChange(ctx, id, 'recovery_codes_created', caller, ctx.clock.now());
    return createRecoveryCodes(ctx, id);
  });
}

/** Marks the session as verified by a factor. Also returns recovery codes for the first one. */
export async function recordFactorAdded(
  ctx: Context,
  { user_id: userId, session_id }: Owner,
  kind: 'passkey_added' | 'one_time_codes_on',
  caller: EventOrigin,
  at: Date,
): Promise<string[] | null> {
  const { database } = ctx;
  const isFirst = !(await hasSecondFactor(database, userId));
  await updateSecondFactorSince(database, userId, at);
  await markFactorProven(database, session_id, at);
  await notifyOfFactorChange(ctx, userId, kind, caller, at);
  return isFirst ? createRecoveryCodes(ctx, userId) : null;
}

export async function recordFactorRemoved(
  ctx: Context,
  userId: string,
  kind: 'passkey_removed' | 'one_time_codes_off',
  caller: EventOrigin,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await updateSecondFactorSince(database, userId, now))) {
    // Without factors, neither recovery codes nor a waiting period have a purpose.
    await deleteRecoveryCodes(database, userId);
    await closeLostDeviceWait(database, userId, 'removed', now);
  }
  await notifyOfFactorChange(ctx, userId, kind, caller, now);
}

/** Removes disowned factors after a sign-in with another factor. The account must be locked. */
export async function removeDisownedFactors(ctx: Context, userId: string, caller: EventOrigin) {
  const { hadPasskeys, hadCodes } = await deleteFactors(ctx.database, userId, 'disowned');
  if (hadPasskeys) await recordFactorRemoved(ctx, userId, 'passkey_removed', caller);
  if (hadCodes) await recordFactorRemoved(ctx, userId, 'one_time_codes_off', caller);
}

/** The link in the mail disowns factors added since `at`. */
async function notifyOfFactorChange(
  ctx: Context,
  userId: string,
  change: FactorChange,
  caller: EventOrigin,
  at: Date,
): Promise<void> {
  const { database } = ctx;
  await recordSecurityEvent(database, userId, change, caller, at);
  const link_id = await createLink(ctx, userId, 'disown_factor', caller, { created_at: at });
  await enqueueMail(ctx, accessChanged, { user_id: userId, link_id, event: change });
}
