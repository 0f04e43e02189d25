import type { contactInfoInput, ProfileView } from '@zavet/contract/account/account-schemas';
import { defaultLocale, isLocale, type Locale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from './account-repository.ts';
import {
  createProfile,
  findProfile,
  type ProfileRow,
  updateProfile,
} from './profile-repository.ts';

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
