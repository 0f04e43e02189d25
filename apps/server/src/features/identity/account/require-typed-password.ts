import { fail } from '../../../platform/failure.ts';
import type { Account } from './account-repository.ts';

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
