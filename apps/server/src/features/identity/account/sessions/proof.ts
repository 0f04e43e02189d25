import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { type Account, findAccount, lockUsers } from '../account-repository.ts';
import { passwords } from '../passwords/passwords.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { releaseAttempt } from './attempt-repository.ts';
import { findLiveSession, findSessionTimes, updateSession } from './session-repository.ts';
import { isProven } from './session-rules.ts';
import { countProofAttempt } from './throttling.ts';

/**
 * Runs a sensitive change. Requires the current password or, if it is not given, a recent proof
 * recorded in the session. The password is compared before the transaction, because that takes
 * time; with the account locked, its hash must still be the same.
 */
export async function withProof<Result>(
  ctx: Context,
  owner: Owner,
  currentPassword: string | undefined,
  caller: Caller,
  change: (account: Account) => Promise<Result>,
  accountsToLock: readonly string[] = [],
): Promise<Result> {
  const { database } = ctx;
  const provenHash =
    currentPassword === undefined
      ? undefined
      : await provePassword(ctx, owner, currentPassword, caller);
  return database.transaction(async () => {
    const account = await lockSignedInAccount(ctx, owner, accountsToLock);
    if (provenHash === undefined) await requireProof(ctx, owner);
    else if (account.passwordHash !== provenHash) failWrongPassword();
    return change(account);
  });
}

/** Compares the password and records the proof in the session. Returns the hash. */
export async function provePassword(
  ctx: Context,
  owner: Owner,
  currentPassword: string,
  caller: Caller,
): Promise<string | null> {
  const { database, clock } = ctx;
  const attempt = await countProofAttempt(ctx, owner.user_id);
  const account = await findAccount(database, { id: owner.user_id });
  if (!account) return fail('session_missing');
  if (!(await passwords(ctx).matches(account.passwordHash, currentPassword))) {
    const now = clock.now();
    await recordSecurityEvent(database, account.id, 'password_proof_failed', caller, now);
    return failWrongPassword();
  }
  await database.transaction(async () => {
    const current = await lockSignedInAccount(ctx, owner);
    if (current.passwordHash !== account.passwordHash) failWrongPassword();
    await releaseAttempt(database, attempt);
    await updateSession(database, owner.session_id, { proven_at: clock.now() });
  });
  return account.passwordHash;
}

/** Locks the account together with the given others, and requires a valid session. */
export async function lockSignedInAccount(
  { database, clock }: Context,
  owner: Owner,
  others: readonly string[] = [],
): Promise<Account> {
  await lockUsers(database, [owner.user_id, ...others]);
  const account = await findAccount(database, { id: owner.user_id });
  const session = await findLiveSession(database, { id: owner.session_id }, clock.now());
  return account && session ? account : fail('session_missing');
}

function failWrongPassword(): never {
  return fail('wrong_password', { fields: { current_password: 'wrong_password' } });
}

async function requireProof({ database, clock }: Context, { session_id }: Owner): Promise<void> {
  const times = await findSessionTimes(database, session_id);
  if (!isProven('fresh', times?.proven_at, clock.now())) fail('proof_required');
}

/** Changing factors requires a recent proof by one of them. */
export async function requireFactorProof({ database, clock }: Context, { session_id }: Owner) {
  const times = await findSessionTimes(database, session_id);
  if (!isProven('fresh', times?.factor_proven_at, clock.now())) fail('factor_proof_required');
}

/**
 * Changes that could lock the owner out require the password itself, not a recent proof. With a
 * second factor, any proof suffices.
 */
export function requireTypedPassword({ hasSecondFactor }: Account, given: string | undefined) {
  if (given !== undefined || hasSecondFactor) return;
  fail('invalid_input', { fields: { current_password: 'required' } });
}
