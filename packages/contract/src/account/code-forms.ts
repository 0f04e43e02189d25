import { limits } from '../limits.ts';

const oneTimeCode = new RegExp(`^\\d{${limits.oneTimeCodeDigits}}$`);
const recoveryCode = new RegExp(`^[A-Z0-9]{${limits.recoveryCodeLength}}$`);

/** As people type it: spaces are dropped. */
export function normalizeOneTimeCode(typed: string): string {
  return typed.replace(/\s/g, '');
}

/** As people type it: spaces and dashes are dropped, small letters count. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** By form only: the server tells whether it is the right one. */
export function isOneTimeCode(typed: string): boolean {
  return oneTimeCode.test(normalizeOneTimeCode(typed));
}

export function isRecoveryCode(typed: string): boolean {
  return recoveryCode.test(normalizeRecoveryCode(typed));
}
