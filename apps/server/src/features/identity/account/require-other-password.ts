import { fail } from '../../../platform/failure.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Account } from './account-repository.ts';
import { listVoidPasswords } from './password-repository.ts';

/**
 * A new password is neither the present one nor one that somebody else is known to have had. While
 * an address is unconfirmed its present password may be a stranger's guess, so it says nothing.
 */
export async function requireOtherPassword(
  deps: AccountDeps,
  account: Account,
  password: string,
): Promise<void> {
  if (account.isVerified && (await deps.passwords.matches(account.passwordHash, password))) {
    fail('password_unchanged', { fields: { password: 'password_unchanged' } });
  }
  await requireNoVoidPassword(deps, account, password);
}

/** None of the passwords that somebody else is known to have had. */
async function requireNoVoidPassword(
  { database, passwords }: AccountDeps,
  account: Account,
  password: string,
): Promise<void> {
  for (const hash of await listVoidPasswords(database, account.id)) {
    if (await passwords.matches(hash, password)) {
      fail('password_compromised', { fields: { password: 'password_compromised' } });
    }
  }
}
