import { fail } from '../../platform/failure.ts';
import type { AccountParts } from './account-parts.ts';
import { type Account, findAccount } from './account-repository.ts';

/** Sensitive changes ask for the password again, whoever holds the browser. */
export async function provePassword(
  { database, passwords }: AccountParts,
  userId: string,
  currentPassword: string,
): Promise<Account> {
  const account = await findAccount(database, { id: userId });
  if (!account) return fail('session_missing');
  const isRight = await passwords.matches(account.passwordHash, currentPassword);
  if (isRight) return account;
  return fail('wrong_password', { fields: { current_password: 'wrong_password' } });
}
