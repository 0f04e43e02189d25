import type { Context } from '../../../../context.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { type Account, findAccount, lockUsers } from '../account-repository.ts';
import { passwords } from '../passwords/passwords.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { releaseAttempt } from './attempt-repository.ts';
import { findLiveSession, findProofTime, markProven } from './session-repository.ts';
import { isProven } from './session-rules.ts';
import { countProofAttempt } from './throttling.ts';

/**
 * Sensitive changes ask for the password again, because others may hold the browser; one that was proven in
 * this session a short while ago counts. Comparing takes a while, so `change` runs under the
 * account's lock, and that of others that it touches, and only if password and session still hold.
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
  const proven =
    currentPassword === undefined
      ? undefined
      : await provePassword(ctx, owner, currentPassword, caller);
  return database.transaction(async () => {
    const account = await lockSignedInAccount(ctx, owner, accountsToLock);
    if (proven === undefined) await requireProof(ctx, owner);
    else if (account.passwordHash !== proven) failWrongPassword();
    return change(account);
  });
}

/** Compares the password and notes in the session that it was proven. Gives its hash. */
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
    await markProven(database, owner.session_id, clock.now());
  });
  return account.passwordHash;
}

/** Locks the account, and others with it, and looks whether the session still holds. */
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

/** Refuses what needs the password, unless it was proven in this session a short while ago. */
async function requireProof(
  { database, clock }: { database: Database; clock: Clock },
  { session_id }: Pick<Owner, 'session_id'>,
): Promise<void> {
  const provenAt = await findProofTime(database, session_id);
  if (!isProven('fresh', provenAt, clock.now())) fail('proof_required');
}

/**
 * Where somebody else could lock the owner out, or end everything, the password is typed for the very
 * change. An owner with a second factor may have proven otherwise to be there.
 */
export function requireTypedPassword(
  { hasSecondFactor }: Pick<Account, 'hasSecondFactor'>,
  given: string | undefined,
): void {
  if (given !== undefined || hasSecondFactor) return;
  fail('invalid_input', { fields: { current_password: 'required' } });
}
