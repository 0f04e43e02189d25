import type { CheckInView } from '@zavet/contract/protocol/check-in-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import { findPerson, lockUser, maskEmail } from '../../identity/account/index.ts';
import { forgetUnreached } from '../../mail/bounces/index.ts';
import { checkInAddress } from './check-in-mails.ts';
import { findCheckInSettings, scheduleNextCheck } from './check-in-repository.ts';
import { findCheckIn, findOpenRound } from './round-repository.ts';
import { endRound } from './run-check-ins.ts';

/** Every link of an open round works, and for a while after it. */
const checkInLink = mailedLink({
  find: ({ database }: Context, digest) => findCheckIn(database, { digest }),
  expiresAt: ({ round: { ended_at } }) =>
    ended_at && new Date(ended_at.getTime() + linkLifetimes.checkIn),
  lock: ({ database }, { round }) => lockUser(database, round.user_id),
});

export async function describeCheckIn(ctx: Context, token: string): Promise<CheckInView> {
  const { user_id, started_at } = (await checkInLink.open(ctx, token)).round;
  const { database } = ctx;
  const owner = await findPerson(database, user_id);
  if (!owner) return fail('link_invalid');
  const open = await findOpenRound(database, user_id);
  return {
    owner_name: owner.full_name,
    owner_email: maskEmail(owner.email),
    preferred_language: owner.language,
    state: open ? 'asked' : 'known',
    asked_at: open?.started_at ?? started_at,
    were_contacts_told: (open?.told_contacts ?? 0) > 0,
  };
}

/** Ends the open round. May run twice. */
export function answerCheckIn(ctx: Context, token: string, caller: Caller): Promise<CheckInView> {
  const { database, clock } = ctx;
  return checkInLink.act(ctx, token, async ({ check_in, round: { user_id } }) => {
    const now = clock.now();
    const round = await findOpenRound(database, user_id);
    if (round && (await findCheckInSettings(database, user_id))) {
      await endRound(ctx, round, 'answered', caller, now);
      await scheduleNextCheck(database, user_id, now, now);
    }
    // The link proves that the address receives mail.
    const { address } = await checkInAddress(database, user_id, check_in.repeats);
    await forgetUnreached(database, user_id, address);
    return describeCheckIn(ctx, token);
  });
}
