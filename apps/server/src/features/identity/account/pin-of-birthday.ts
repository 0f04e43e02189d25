import { birthdayPins } from '@zavet/contract/account/pin-rules';
import type { AccountDeps } from './account-deps.ts';
import type { ProfileRow } from './profile-repository.ts';

/**
 * Whether the PIN is made of this date. One after the other, so that hashing leaves room for the
 * sign-ins of others.
 */
export async function isPinOfBirthday(
  { pins }: AccountDeps,
  { pin_hash }: ProfileRow,
  dateOfBirth: string,
): Promise<boolean> {
  if (pin_hash === null) return false;
  for (const pin of birthdayPins(dateOfBirth)) {
    if (await pins.matches(pin_hash, pin)) return true;
  }
  return false;
}
