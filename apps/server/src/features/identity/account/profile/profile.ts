import { moscowDay } from '@zavet/contract/days';
import type { CorrectableField } from '@zavet/contract/desk/desk-values';
import { birthdayPins } from '@zavet/contract/identity/account-rules';
import type {
  basicInfoInput,
  contactInfoInput,
  ProfileView,
} from '@zavet/contract/identity/account-schemas';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import { lockUser } from '../account-repository.ts';
import { pins } from '../passwords/passwords.ts';
import { recordSecurityEvent, systemActor } from '../security-event-repository.ts';
import {
  createProfile,
  findProfile,
  type ProfileRow,
  updateProfile,
} from './profile-repository.ts';
import {
  type BasicInfo,
  type BasicInfoChange,
  type Correction,
  decideBasicInfoChange,
  decideCorrection,
} from './profile-rules.ts';

export async function getProfile(ctx: Context, userId: string): Promise<ProfileView> {
  return viewOf(await ensureProfile(ctx, userId), ctx.clock.now());
}

/** Creates the profile if it is missing. */
export async function ensureProfile(ctx: Context, userId: string): Promise<ProfileRow> {
  const { database, clock } = ctx;
  const found = await findProfile(database, userId);
  if (found) return found;
  await createProfile(database, userId, defaultLocale, clock.now());
  return (await findProfile(database, userId)) ?? fail('session_missing');
}

export function updateContactInfo(
  ctx: Context,
  userId: string,
  given: z.output<typeof contactInfoInput>,
): Promise<ProfileView> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, userId);
    const stored = await ensureProfile(ctx, userId);
    const phone = given.phone || null;
    if (phone === stored.phone) return fail('no_changes');
    await updateProfile(database, userId, { phone }, clock.now());
    return getProfile(ctx, userId);
  });
}

export async function updatePreferredLanguage(
  ctx: Context,
  userId: string,
  language: Locale,
): Promise<ProfileView> {
  const { database, clock } = ctx;
  await ensureProfile(ctx, userId);
  await updateProfile(database, userId, { preferred_language: language }, clock.now());
  return getProfile(ctx, userId);
}

function viewOf(profile: ProfileRow, now: Date): ProfileView {
  const { preferred_language: language, pending_since: since } = profile;
  const expiresAt = since && new Date(since.getTime() + linkLifetimes.confirmEmailChange);
  // A nightly job marks expired changes, so they may still be pending in the database.
  const isPending = expiresAt !== null && expiresAt > now;
  return {
    ...profile,
    pending_email: isPending ? profile.pending_email : null,
    pending_email_until: isPending ? expiresAt : null,
    preferred_language: isLocale(language) ? language : defaultLocale,
    has_pin: profile.pin_hash !== null,
  };
}

/** Sets names and date of birth, each once. */
export async function updateBasicInfo(
  ctx: Context,
  userId: string,
  given: z.output<typeof basicInfoInput>,
): Promise<ProfileView> {
  await ensureProfile(ctx, userId);
  const decide = (stored: ProfileRow, now: Date) =>
    requireChanges(decideBasicInfoChange(stored, given, moscowDay(now)));
  await saveBasicInfo(ctx, userId, decide);
  return getProfile(ctx, userId);
}

/**
 * Saves an operator's correction of names or date of birth. `onSaved` gets the changed fields and
 * runs in the same transaction.
 */
export function correctBasicInfo(
  ctx: Context,
  userId: string,
  given: BasicInfo,
  onSaved: (fields: CorrectableField[]) => Promise<void>,
): Promise<void> {
  const { database } = ctx;
  const decide = (stored: ProfileRow, now: Date) =>
    requireChanges(decideCorrection(stored, given, moscowDay(now)));
  return saveBasicInfo(ctx, userId, decide, async (changes, now) => {
    await recordSecurityEvent(database, userId, 'basic_info_corrected', systemActor, now);
    await onSaved(Object.keys(changes) as CorrectableField[]);
  });
}

/** Saves names and date of birth. Rejects a date of birth whose digits are the PIN. */
async function saveBasicInfo(
  ctx: Context,
  userId: string,
  decide: (stored: ProfileRow, now: Date) => Partial<BasicInfo>,
  onSaved?: (changes: Partial<BasicInfo>, now: Date) => Promise<void>,
): Promise<void> {
  const { database, clock } = ctx;
  const seen = (await findProfile(database, userId)) ?? fail('not_found');
  const { date_of_birth } = decide(seen, clock.now());
  // Compared before the transaction, because hashing takes time.
  if (date_of_birth && (await isBirthdayPin(ctx, seen, date_of_birth))) {
    fail('invalid_input', { fields: { date_of_birth: 'date_is_pin' } });
  }
  const isSaved = await database.transaction(async () => {
    await lockUser(database, userId);
    const stored = (await findProfile(database, userId)) ?? fail('not_found');
    if (stored.pin_hash !== seen.pin_hash) return false;
    const now = clock.now();
    const changes = decide(stored, now);
    await updateProfile(database, userId, changes, now);
    await onSaved?.(changes, now);
    return true;
  });
  // Another PIN was set meanwhile and has not been compared yet.
  if (!isSaved) await saveBasicInfo(ctx, userId, decide, onSaved);
}

function requireChanges(decision: BasicInfoChange | Correction): Partial<BasicInfo> {
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

/**
 * True if the PIN consists of digits of the date. Hashes one PIN at a time, so that sign-ins are
 * not delayed.
 */
async function isBirthdayPin(ctx: Context, { pin_hash }: ProfileRow, dateOfBirth: string) {
  if (pin_hash === null) return false;
  for (const pin of birthdayPins(dateOfBirth)) {
    if (await pins(ctx).matches(pin_hash, pin)) return true;
  }
  return false;
}
