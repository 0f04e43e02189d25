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
