import type { FactorsView } from '@zavet/contract/identity/factor-schemas';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import type { Account } from '../account-repository.ts';
import { createLink } from '../links.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { withProof } from '../sessions/proof.ts';
import { findFactorProofTime, markFactorProven } from '../sessions/session-repository.ts';
import { isProven } from '../sessions/session-rules.ts';
import { type FactorChange, factorsChanged } from './factor-mails.ts';
import {
  countRecoveryCodes,
  deleteDisownedFactors,
  deleteRecoveryCodes,
  findAuthenticator,
  hasSecondFactor,
  settleSecondFactor,
} from './factor-repository.ts';
import { closeWait, findOpenWait } from './lost-device-repository.ts';
import { listPasskeys } from './passkey-repository.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

export async function readFactors({ database }: Context, { user_id }: Owner): Promise<FactorsView> {
  const passkeys = await listPasskeys(database, user_id);
  const authenticator = await findAuthenticator(database, user_id);
  const wait = await findOpenWait(database, user_id);
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, created_at, last_used_at },
    })),
    has_codes: Boolean(authenticator?.confirmed_at),
    recovery_codes_left: await countRecoveryCodes(database, user_id),
    lost_device_until: wait?.ends_at ?? null,
  };
}

/**
 * Adds or removes a factor under the account's lock. The first one needs a fresh proof of any kind;
 * once there is one, the proof has to be a factor: a thief who knows the password changes none.
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

async function requireFactorProof(
  { database, clock }: Context,
  { session_id }: Owner,
): Promise<void> {
  const provenAt = await findFactorProofTime(database, session_id);
  if (!isProven('fresh', provenAt, clock.now())) fail('factor_proof_required');
}

/** The owner asks for new ones. */
export function renewRecoveryCodes(ctx: Context, owner: Owner, caller: Caller): Promise<string[]> {
  return changeFactors(ctx, owner, caller, async ({ id }) => {
    if (!(await hasSecondFactor(ctx.database, id))) fail('second_factor_missing');
    await notifyOfFactorChange(ctx, id, 'recovery_codes_made', caller, ctx.clock.now());
    return createRecoveryCodes(ctx, id);
  });
}

/**
 * Settles the account after a new factor, in the same transaction. It was just used in this session, so
 * it counts as shown. The first one brings recovery codes, which are returned to be shown once.
 */
export async function recordFactorAdded(
  ctx: Context,
  { user_id: userId, session_id }: Owner,
  kind: 'passkey_added' | 'one_time_codes_on',
  caller: EventOrigin,
  at: Date,
): Promise<string[] | null> {
  const { database } = ctx;
  const isFirst = !(await hasSecondFactor(database, userId));
  await settleSecondFactor(database, userId, at);
  await markFactorProven(database, session_id, at);
  await notifyOfFactorChange(ctx, userId, kind, caller, at);
  return isFirst ? createRecoveryCodes(ctx, userId) : null;
}

/** Settles the account after a removed factor and notifies the owner, in the same transaction. */
export async function recordFactorRemoved(
  ctx: Context,
  userId: string,
  kind: 'passkey_removed' | 'one_time_codes_off',
  caller: EventOrigin,
): Promise<void> {
  await settleWithoutFactors(ctx, userId);
  await notifyOfFactorChange(ctx, userId, kind, caller, ctx.clock.now());
}

/**
 * The owner has just shown a factor of their own: disowned ones go now. In the transaction that
 * opens the session, under the account's lock.
 */
export async function removeDisownedFactors(
  ctx: Context,
  userId: string,
  caller: EventOrigin,
): Promise<void> {
  const { hadPasskeys, hadCodes } = await deleteDisownedFactors(ctx.database, userId);
  if (hadPasskeys) await recordFactorRemoved(ctx, userId, 'passkey_removed', caller);
  if (hadCodes) await recordFactorRemoved(ctx, userId, 'one_time_codes_off', caller);
}

/** Once the last factor is gone, recovery codes stand in for nothing, and no wait has anything to end. */
async function settleWithoutFactors({ database, clock }: Context, userId: string): Promise<void> {
  const now = clock.now();
  if (await settleSecondFactor(database, userId, now)) return;
  await deleteRecoveryCodes(database, userId);
  await closeWait(database, userId, 'removed', now);
}

/**
 * Records the change and notifies the owner, with a link that disowns it. The link is as old as the
 * change: it disowns factors added from `at` on.
 */
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
  await enqueueMail(ctx, factorsChanged, { user_id: userId, link_id, change });
}
