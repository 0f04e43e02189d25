import type { CheckInView } from '@zavet/contract/presence/presence-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { findPerson, lockUser, maskEmail } from '../../identity/account/index.ts';
import { forgetUnreached } from '../../mail/bounces/index.ts';
import { checkInAddress } from './check-in-address.ts';
import { endRound } from './end-round.ts';
import { findCheck, noteLook } from './presence-repository.ts';
import { findCheckIn, findOpenRound } from './round-repository.ts';

/** Whom a check-in mail asks, and whether an answer is still waited for. Changes nothing. */
export async function describeCheckIn(ctx: Context, token: string): Promise<CheckInView> {
  const { user_id, asked_at } = await openCheckIn(ctx, token);
  const { database } = ctx;
  const owner = await findPerson(database, user_id);
  if (!owner) return fail('link_invalid');
  const open = await findOpenRound(database, user_id);
  return {
    owner_name: owner.full_name,
    owner_email: maskEmail(owner.email),
    preferred_language: owner.language,
    state: open ? 'asked' : 'known',
    asked_at: open?.started_at ?? asked_at,
    were_contacts_told: (open?.told_contacts ?? 0) > 0,
  };
}

/**
 * A sign of life by the link of any mail that still holds, also of an older one. Repeated, it
 * changes nothing.
 */
export function answerCheckIn(ctx: Context, token: string, caller: Caller): Promise<CheckInView> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const { user_id, repeats } = await openCheckIn(ctx, token);
    await lockUser(database, user_id);
    const now = clock.now();
    const check = await findCheck(database, user_id);
    const round = await findOpenRound(database, user_id);
    if (check && round) {
      await endRound(ctx, round, 'answered', caller, now);
      await noteLook(database, user_id, now, now);
    }
    // The link has come by mail: so mails arrive.
    const { address } = await checkInAddress(database, user_id, repeats);
    await forgetUnreached(database, user_id, address);
    return describeCheckIn(ctx, token);
  });
}

async function openCheckIn(
  { database, clock, linkTokens }: Context,
  token: string,
): Promise<{ user_id: string; asked_at: Date; repeats: number }> {
  const found = await findCheckIn(database, { digest: linkTokens.digestOf(token) });
  if (!found) return fail('link_invalid');
  const { user_id, started_at, ended_at } = found.round;
  if (ended_at && ended_at.getTime() + linkLifetimes.checkIn <= clock.now().getTime()) {
    return fail('link_expired');
  }
  return { user_id, asked_at: started_at, repeats: found.check_in.repeats };
}
