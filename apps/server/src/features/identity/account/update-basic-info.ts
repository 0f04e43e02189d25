import type { basicInfoInput, ProfileView } from '@zavet/contract/account/account-schemas';
import { moscowDay } from '@zavet/contract/account/profile-rules';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from './account-repository.ts';
import { isPinOfBirthday } from './pin-of-birthday.ts';
import { ensureProfile, getProfile } from './profile.ts';
import { type BasicInfo, decideBasicInfoChange } from './profile-change-rules.ts';
import { type ProfileRow, updateProfile } from './profile-repository.ts';

type BasicInfoInput = z.output<typeof basicInfoInput>;

/** Sets names and date of birth, each once. A date that the PIN is made of is refused. */
export async function updateBasicInfo(
  ctx: Context,
  userId: string,
  given: BasicInfoInput,
): Promise<ProfileView> {
  const { database, clock } = ctx;
  const seen = await ensureProfile(ctx, userId);
  const { date_of_birth } = requireChanges(seen, given, clock.now());
  // Before the transaction, because comparing takes a while.
  if (date_of_birth && (await isPinOfBirthday(ctx, seen, date_of_birth))) {
    fail('invalid_input', { fields: { date_of_birth: 'date_is_pin' } });
  }
  const saved = await database.transaction(async () => {
    await lockUser(database, userId);
    const stored = await ensureProfile(ctx, userId);
    if (stored.pin_hash !== seen.pin_hash) return undefined;
    const now = clock.now();
    await updateProfile(database, userId, requireChanges(stored, given, now), now);
    return getProfile(ctx, userId);
  });
  // Another PIN was set meanwhile: that one has not been compared yet.
  return saved ?? updateBasicInfo(ctx, userId, given);
}

function requireChanges(stored: ProfileRow, given: BasicInfoInput, now: Date): Partial<BasicInfo> {
  const decision = decideBasicInfoChange(stored, given, moscowDay(now));
  switch (decision.kind) {
    case 'unchanged':
      return fail('no_changes');
    case 'locked':
      return fail('field_locked', {
        facts: { fields: decision.fields },
        fields: Object.fromEntries(decision.fields.map((field) => [field, 'field_locked'])),
      });
    case 'invalid':
      return fail('invalid_input', { fields: decision.fields });
    case 'changed':
      return decision.changes;
  }
}
