import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Account } from './account-repository.ts';
import { listVoidPasswords } from './password-repository.ts';
import { passwords } from './passwords.ts';

/**
 * A new password is neither the present one nor one that somebody else is known to have had. While
 * an address is unconfirmed its present password may be a stranger's guess, so it says nothing.
 */
export async function requireOtherPassword(
  ctx: Context,
  account: Account,
  password: string,
): Promise<void> {
  if (account.isVerified && (await passwords(ctx).matches(account.passwordHash, password))) {
    fail('password_unchanged', { fields: { password: 'password_unchanged' } });
  }
  await requireNoVoidPassword(ctx, account, password);
}

/** None of the passwords that somebody else is known to have had. */
async function requireNoVoidPassword(
  ctx: Context,
  account: Account,
  password: string,
): Promise<void> {
  const { database } = ctx;
  for (const hash of await listVoidPasswords(database, account.id)) {
    if (await passwords(ctx).matches(hash, password)) {
      fail('password_compromised', { fields: { password: 'password_compromised' } });
    }
  }
}
