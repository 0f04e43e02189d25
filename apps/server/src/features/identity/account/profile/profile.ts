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
import { type BasicInfo, decideBasicInfoChange, decideCorrection } from './profile-rules.ts';

export async function getProfile(ctx: Context, userId: string): Promise<ProfileView> {
  return viewOf(await ensureProfile(ctx, userId), ctx.clock.now());
}

/** The profile, made on the spot where it is missing. */
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
  const until = since && new Date(since.getTime() + linkLifetimes.confirmEmailChange);
  // One that ran out is swept at night; until then it waits for nothing any more.
  const isWaiting = until !== null && until > now;
  return {
    ...profile,
    pending_email: isWaiting ? profile.pending_email : null,
    pending_email_until: isWaiting ? until : null,
    preferred_language: isLocale(language) ? language : defaultLocale,
    has_pin: profile.pin_hash !== null,
  };
}

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
  if (date_of_birth && (await isBirthdayPin(ctx, seen, date_of_birth))) {
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
  if (date_of_birth && (await isBirthdayPin(ctx, seen, date_of_birth))) {
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

/**
 * Whether the PIN is made of this date. One after the other, so that hashing leaves room for the
 * sign-ins of others.
 */
async function isBirthdayPin(
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
