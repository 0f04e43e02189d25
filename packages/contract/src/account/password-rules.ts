import { limits } from '../limits.ts';

export const passwordReasons = ['length', 'uppercase', 'lowercase', 'digit'] as const;
export type PasswordReason = (typeof passwordReasons)[number];

/** The requirements a password does not meet yet, in the order the checklist shows them. */
export function unmetPasswordReasons(password: string): PasswordReason[] {
  const met: Record<PasswordReason, boolean> = {
    length: [...password].length >= limits.passwordMinLength,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    digit: /\p{Nd}/u.test(password),
  };
  return passwordReasons.filter((reason) => !met[reason]);
}

export type GuessableReason = 'password_of_product' | 'password_of_address';

/** The product's name, also as it comes out on the other keyboard. */
const productNames = ['zavet', 'завет', 'pfdtn'];
/** With fewer letters than these besides, a password is made of the name. */
const lettersBesides = 3;
const addressPartMinLength = 3;

/** What somebody who knows the product and the address would try first. */
export function guessableReason(password: string, email: string): GuessableReason | undefined {
  const typed = lettersOf(password);
  if (isMadeOf(typed, productNames)) return 'password_of_product';
  const [local = '', domain = ''] = email.split('@');
  const parts = [local, ...local.split(/[^\p{L}]+/u), domain, domain.split('.')[0] ?? '']
    .map(lettersOf)
    .filter((part) => part.length >= addressPartMinLength);
  return isMadeOf(typed, parts) ? 'password_of_address' : undefined;
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');
}

function isMadeOf(typed: string, parts: string[]): boolean {
  const longestFirst = [...parts].sort((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, part) => left.replaceAll(part, ''), typed);
  return rest !== typed && rest.length < lettersBesides;
}
