import { birthdayPins } from '@zavet/contract/account/pin-rules';
import type { Context } from '../../../context.ts';
import { pins } from './passwords.ts';
import type { ProfileRow } from './profile-repository.ts';

/**
 * Whether the PIN is made of this date. One after the other, so that hashing leaves room for the
 * sign-ins of others.
 */
export async function isPinOfBirthday(
  ctx: Context,
  { pin_hash }: ProfileRow,
  dateOfBirth: string,
): Promise<boolean> {
  if (pin_hash === null) return false;
  for (const pin of birthdayPins(dateOfBirth)) {
    if (await pins(ctx).matches(pin_hash, pin)) return true;
  }
  return false;
}
