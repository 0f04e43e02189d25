import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { button, declareMail, mailText, quietButton } from '../../../platform/mail/mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { addressOfOwner, noteOwnerUnreached } from '../index.ts';
import { areCheckInsPaused, listConfirmedContactIds } from './check-in-repository.ts';
import { findCheckIn, markUnreached, recordSent } from './round-repository.ts';

interface CheckInIds {
  check_in_id: string;
  /** Set for the mail that follows the last check-in of a round: the contacts were notified. */
  is_end?: boolean;
}

/** Texts on the consequences of silence, by number of the mail. */
const outlooks = { 1: 'first', 2: 'second', 3: 'third', 4: 'notified' } as const;

export const checkInMail = declareMail({
  name: 'check_in',
  to: 'the owner',
  when: 'no activity for the chosen time, then twice more, a week apart; then contacts were notified, or there is none',
  retry: 'week',
  find: async (ctx: Context, { check_in_id, is_end = false }: CheckInIds) => {
    const { database, linkTokens } = ctx;
    const found = await findCheckIn(database, { id: check_in_id });
    if (!found || found.round.ended_at) return undefined;
    const { user_id, silent_since, notified_contacts } = found.round;
    if (is_end ? notified_contacts === null : found.check_in.sent_at) return undefined;
    const owner = await findPerson(database, user_id);
    if (!owner || (!is_end && (await areCheckInsPaused(database, user_id)))) return undefined;
    const { number, repeats } = is_end ? { number: 4, repeats: 0 } : found.check_in;
    const address = await checkInAddress(ctx, user_id, repeats);
    const facts = {
      ...{ number, address: address.address },
      token: linkTokens.tokenOf(check_in_id),
      silent_since: moscowDay(silent_since),
      confirmed_contacts: is_end
        ? (notified_contacts ?? 0)
        : (await listConfirmedContactIds(database, user_id)).length,
    };
    return { to: address.email ?? owner.email, language: owner.language, facts };
  },
  text: (words, facts, { publicUrl }) => {
    const { number, token, silent_since, confirmed_contacts, address } = facts;
    const outlook = outlooks[number as keyof typeof outlooks];
    return mailText(
      words,
      `check_ins.check_in_${outlook}`,
      (say) => [
        [
          words.t('check_ins.asked', { day: dayName(words, silent_since) }),
          confirmed_contacts > 0 ? say('outlook') : say('outlook_none'),
        ],
        words.t('check_ins.press'),
        button(words.t('check_ins.here'), linkWithSecret(publicUrl, '/check-in', { token })),
        quietButton(words.t('check_ins.settings'), settingsUrl(publicUrl)),
      ],
      address === 'first' ? {} : { reason: 'protocol.rules.second_reason' },
    );
  },
  unsubscribeUrl: (_, { publicUrl }) => settingsUrl(publicUrl),
  settle: async (ctx, { check_in_id, is_end }, { address }, end) => {
    if (is_end) return;
    await ctx.database.transaction(async () => {
      await recordSent(ctx.database, check_in_id, ctx.clock.now());
      if (end === 'accepted') return;
      const email = await addressOfOwner(ctx, await ownerOf(ctx, check_in_id), { address });
      await recordUnreachedAddress(ctx, check_in_id, (sentTo) => sentTo === email, null);
    });
  },
  onBounced: async (ctx, { check_in_id, is_end }, { wasSentTo, status }) => {
    if (!is_end) await recordUnreachedAddress(ctx, check_in_id, wasSentTo, status);
  },
});

function settingsUrl(publicUrl: string): string {
  return linkTo(publicUrl, '/settings', { tab: 'protocol' });
}

async function ownerOf({ database }: Context, checkInId: string): Promise<string> {
  return (await findCheckIn(database, { id: checkInId }))?.round.user_id ?? '';
}

interface CheckInAddress {
  address: 'first' | 'second';
  /** The owner's second address; undefined for the account's own address. */
  email: string | undefined;
}

/**
 * The address that a check-in goes to: resends alternate between the first and the second, if there
 * is one.
 */
export async function checkInAddress(
  ctx: Context,
  userId: string,
  repeats: number,
): Promise<CheckInAddress> {
  if (repeats % 2 === 0) return { address: 'first', email: undefined };
  const email = await addressOfOwner(ctx, userId, { address: 'second' });
  return { address: email === undefined ? 'first' : 'second', email };
}

/** Records a mail that was refused or bounced, so that it is resent. */
function recordUnreachedAddress(
  ctx: Context,
  checkInId: string,
  /** True for the address that the mail was sent to. */
  wasSentTo: (address: string) => boolean,
  status: string | null,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const user_id = (await findCheckIn(database, { id: checkInId }))?.round.user_id;
    if (!user_id || !(await lockUser(database, user_id))) return;
    const found = await findCheckIn(database, { id: checkInId });
    if (!found || found.round.ended_at) return;
    const bounced = { wasSentTo, status };
    const isOwnAddress =
      (await noteOwnerUnreached(ctx, user_id, { address: 'first' }, bounced)) ||
      (await noteOwnerUnreached(ctx, user_id, { address: 'second' }, bounced));
    // The address may no longer be the owner's.
    if (!isOwnAddress || !(await markUnreached(database, checkInId))) return;
    await recordSecurityEvent(database, user_id, 'check_in_unreached', systemActor, clock.now());
  });
}
