import { moscowDay } from '@zavet/contract/account/profile-rules';
import type { CorrectableField } from '@zavet/contract/operators/account-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from './account-repository.ts';
import { isPinOfBirthday } from './pin-of-birthday.ts';
import { type BasicInfo, decideCorrection } from './profile-change-rules.ts';
import { findProfile, type ProfileRow, updateProfile } from './profile-repository.ts';
import { recordSecurityEvent, systemActor } from './security-event-repository.ts';

/**
 * Corrects what an owner can set only once. `alongside` runs in the same transaction with the names
 * of the fields that have changed.
 */
export async function correctBasicInfo(
  ctx: Context,
  userId: string,
  given: BasicInfo,
  alongside: (fields: CorrectableField[]) => Promise<void>,
): Promise<void> {
  const { database, clock } = ctx;
  const seen = (await findProfile(database, userId)) ?? fail('not_found');
  const { date_of_birth } = requireCorrections(seen, given, clock.now());
  // Before the transaction, because comparing takes a while.
  if (date_of_birth && (await isPinOfBirthday(ctx, seen, date_of_birth))) {
    fail('invalid_input', { fields: { date_of_birth: 'date_is_pin' } });
  }
  const isSaved = await database.transaction(async () => {
    if (!(await lockUser(database, userId))) return fail('not_found');
    const stored = (await findProfile(database, userId)) ?? fail('not_found');
    if (stored.pin_hash !== seen.pin_hash) return false;
    const now = clock.now();
    const changes = requireCorrections(stored, given, now);
    await updateProfile(database, userId, changes, now);
    await recordSecurityEvent(database, userId, 'basic_info_corrected', systemActor, now);
    await alongside(Object.keys(changes) as CorrectableField[]);
    return true;
  });
  // Another PIN was set meanwhile: that one has not been compared yet.
  if (!isSaved) await correctBasicInfo(ctx, userId, given, alongside);
}

function requireCorrections(stored: ProfileRow, given: BasicInfo, now: Date): Partial<BasicInfo> {
  const decision = decideCorrection(stored, given, moscowDay(now));
  switch (decision.kind) {
    case 'unchanged':
      return fail('no_changes');
    case 'invalid':
      return fail('invalid_input', { fields: decision.fields });
    case 'changed':
      return decision.changes;
  }
}
