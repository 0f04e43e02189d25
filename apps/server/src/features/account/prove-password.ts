import { fail } from '../../platform/failure.ts';
import type { Owner } from '../../platform/http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { type Account, findAccount, lockUser } from './account-repository.ts';
import { findLiveSession } from './session-repository.ts';

/**
 * Sensitive changes ask for the password again, whoever holds the browser. Comparing takes a
 * while, so `change` runs under the account's lock and only if password and session still hold.
 */
export async function withProvenPassword<Result>(
  parts: AccountParts,
  owner: Owner,
  currentPassword: string,
  change: (account: Account) => Promise<Result>,
): Promise<Result> {
  const { database } = parts;
  const proven = await provePassword(parts, owner.user_id, currentPassword);
  return database.transaction(async () => {
    await lockUser(database, proven.id);
    const account = await findAccount(database, { id: proven.id });
    const session = await findLiveSession(database, { id: owner.session_id }, parts.clock.now());
    if (!account || !session) return fail('session_missing');
    if (account.passwordHash !== proven.passwordHash) return failWrongPassword();
    return change(account);
  });
}

async function provePassword(
  { database, passwords }: AccountParts,
  userId: string,
  currentPassword: string,
): Promise<Account> {
  const account = await findAccount(database, { id: userId });
  if (!account) return fail('session_missing');
  const isRight = await passwords.matches(account.passwordHash, currentPassword);
  return isRight ? account : failWrongPassword();
}

function failWrongPassword(): never {
  return fail('wrong_password', { fields: { current_password: 'wrong_password' } });
}
