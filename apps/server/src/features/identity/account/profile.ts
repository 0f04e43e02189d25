import type { contactInfoInput, ProfileView } from '@zavet/contract/account/account-schemas';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import type { z } from 'zod';
import { fail } from '../../../platform/failure.ts';
import type { AccountDeps } from './account-deps.ts';
import { lockUser } from './account-repository.ts';
import {
  createProfile,
  findProfile,
  type ProfileRow,
  updateProfile,
} from './profile-repository.ts';

export async function getProfile(deps: AccountDeps, userId: string): Promise<ProfileView> {
  return viewOf(await ensureProfile(deps, userId), deps.clock.now());
}

/** The profile, made on the spot where it is missing. */
export async function ensureProfile(deps: AccountDeps, userId: string): Promise<ProfileRow> {
  const { database, clock } = deps;
  const found = await findProfile(database, userId);
  if (found) return found;
  await createProfile(database, userId, defaultLocale, clock.now());
  return (await findProfile(database, userId)) ?? fail('session_missing');
}

export function updateContactInfo(
  deps: AccountDeps,
  userId: string,
  given: z.output<typeof contactInfoInput>,
): Promise<ProfileView> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    await lockUser(database, userId);
    const stored = await ensureProfile(deps, userId);
    const phone = given.phone || null;
    if (phone === stored.phone) return fail('no_changes');
    await updateProfile(database, userId, { phone }, clock.now());
    return getProfile(deps, userId);
  });
}

export async function updatePreferredLanguage(
  deps: AccountDeps,
  userId: string,
  language: Locale,
): Promise<ProfileView> {
  const { database, clock } = deps;
  await ensureProfile(deps, userId);
  await updateProfile(database, userId, { preferred_language: language }, clock.now());
  return getProfile(deps, userId);
}

function viewOf(profile: ProfileRow, now: Date): ProfileView {
  const { preferred_language: language, pending_since: since } = profile;
  const until = since && new Date(since.getTime() + linkLifetimes.confirmEmailChange);
  // One that ran out is swept at night; until then it waits for nothing any more.
  const isWaiting = until !== null && until > now;
  return {
    ...profile,
    pending_email: isWaiting ? profile.pending_email : null,
    pending_email_until: isWaiting ? until.toISOString() : null,
    preferred_language: isLocale(language) ? language : defaultLocale,
    has_pin: profile.pin_hash !== null,
    created_at: profile.created_at.toISOString(),
    updated_at: profile.updated_at.toISOString(),
  };
}
