import { guessableReason, unmetPasswordReasons } from '@zavet/contract/account/password-rules';
import { fail } from '../../../platform/failure.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Refuses a new password that is too weak, or that others would try first. */
export function requireStrongPassword(password: string, email: string): void {
  const reasons = unmetPasswordReasons(password);
  if (reasons.length > 0) {
    fail('weak_password', { facts: { reasons }, fields: { password: 'weak_password' } });
  }
  const guessed = guessableReason(password, email);
  const reason = isCommonPassword(password) ? 'password_common' : guessed;
  if (reason) fail('weak_password', { facts: { reasons: [reason] }, fields: { password: reason } });
}
