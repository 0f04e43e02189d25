import type { basicInfoInput, ProfileView } from '@zavet/contract/account/account-schemas';
import { moscowDay } from '@zavet/contract/account/profile-rules';
import type { z } from 'zod';
import { fail } from '../../../platform/failure.ts';
import type { AccountDeps } from './account-deps.ts';
import { lockUser } from './account-repository.ts';
import { isPinOfBirthday } from './pin-of-birthday.ts';
import { ensureProfile, getProfile } from './profile.ts';
import { type BasicInfo, decideBasicInfoChange } from './profile-change-rules.ts';
import { type ProfileRow, updateProfile } from './profile-repository.ts';

type BasicInfoInput = z.output<typeof basicInfoInput>;

/** Sets names and date of birth, each once. A date that the PIN is made of is refused. */
export async function updateBasicInfo(
  deps: AccountDeps,
  userId: string,
  given: BasicInfoInput,
): Promise<ProfileView> {
  const { database, clock } = deps;
  const seen = await ensureProfile(deps, userId);
  const { date_of_birth } = requireChanges(seen, given, clock.now());
  // Before the transaction, because comparing takes a while.
  if (date_of_birth && (await isPinOfBirthday(deps, seen, date_of_birth))) {
    fail('invalid_input', { fields: { date_of_birth: 'date_is_pin' } });
  }
  const saved = await database.transaction(async () => {
    await lockUser(database, userId);
    const stored = await ensureProfile(deps, userId);
    if (stored.pin_hash !== seen.pin_hash) return undefined;
    const now = clock.now();
    await updateProfile(database, userId, requireChanges(stored, given, now), now);
    return getProfile(deps, userId);
  });
  // Another PIN was set meanwhile: that one has not been compared yet.
  return saved ?? updateBasicInfo(deps, userId, given);
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
