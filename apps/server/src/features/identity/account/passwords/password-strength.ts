import { readFileSync } from 'node:fs';
import { guessableReason, unmetPasswordRequirements } from '@zavet/contract/identity/account-rules';
import { fail } from '../../../../platform/failure.ts';

const listUrl = new URL('./common-passwords.txt', import.meta.url);
const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";

// Read on first use.
let commonPasswords: Set<string> | undefined;

/** Rejects weak, common and easily guessed passwords. */
export function requireStrongPassword(password: string, email: string): void {
  const reasons = unmetPasswordRequirements(password);
  if (reasons.length > 0) {
    fail('weak_password', { facts: { reasons }, fields: { password: 'weak_password' } });
  }
  const guessed = guessableReason(password, email);
  const reason = isCommonPassword(password) ? 'password_common' : guessed;
  if (reason) fail('weak_password', { facts: { reasons: [reason] }, fields: { password: reason } });
}

/** Ignores case, surrounding punctuation and the keyboard layout. */
function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(readFileSync(listUrl, 'utf8').trimEnd().split('\n'));
  const typed = password.normalize('NFKC').toLowerCase();
  const trimmed = typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const variants = [typed, trimmed, latinKeysOf(typed), latinKeysOf(trimmed)];
  return variants.some((variant) => commonPasswords?.has(variant));
}

/** The same keys on the Latin keyboard: «пароль» becomes «gfhjkm». */
function latinKeysOf(text: string): string {
  return [...text].map((letter) => latinKeys[cyrillicKeys.indexOf(letter)] ?? letter).join('');
}
