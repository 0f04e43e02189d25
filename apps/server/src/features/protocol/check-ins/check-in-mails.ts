import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../platform/mail/mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { addressOfOwner, noteOwnerUnreached } from '../index.ts';
import { isPaused, listConfirmedContacts } from './check-in-repository.ts';
import { findCheckIn, markUnreached, recordSent } from './round-repository.ts';

interface CheckInIds {
  check_in_id: string;
}

interface CheckInFacts {
  number: number;
  address: CheckInAddress['address'];
  token: string;
  /** The day of the last sign of life. */
  silent_since: string;
  confirmed_contacts: number;
}

/** What follows if nobody answers, by the number of the mail. */
const outlooks = { 1: 'first', 2: 'second', 3: 'third' } as const;

export const checkInMail = declareMail({
  name: 'check_in',
  to: 'the owner',
  when: 'no activity for the chosen time, then twice more, a week apart',
  retry: 'week',
  find: async (
    { database, linkTokens }: Context,
    { check_in_id }: CheckInIds,
  ): Promise<FoundMail<CheckInFacts> | undefined> => {
    const found = await findCheckIn(database, { id: check_in_id });
    if (!found || found.check_in.sent_at || found.round.ended_at) return undefined;
    const { user_id, silent_since } = found.round;
    const owner = await findPerson(database, user_id);
    if (!owner || (await isPaused(database, user_id))) return undefined;
    const { number, repeats } = found.check_in;
    const address = await checkInAddress(database, user_id, repeats);
    const facts = {
      ...{ number, address: address.address },
      token: linkTokens.tokenOf(check_in_id),
      silent_since: moscowDay(silent_since),
      confirmed_contacts: (await listConfirmedContacts(database, user_id)).length,
    };
    return { to: address.email ?? owner.email, language: owner.language, facts };
  },
  text: (words, facts, { publicUrl }) => {
    const { number, token, silent_since, confirmed_contacts, address } = facts;
    const outlook = outlooks[number as keyof typeof outlooks];
    return mailText(
      words,
      `presence.check_in_${outlook}`,
      (say) => [
        words.t('presence.asked', { day: dayName(words, silent_since) }),
        words.t('presence.press'),
        button(words.t('presence.here'), linkWithSecret(publicUrl, '/check-in', { token })),
        words.t('presence.signing_in'),
        confirmed_contacts > 0 ? say('outlook') : say('outlook_nobody'),
        words.t('presence.never'),
        quietButton(words.t('presence.settings'), settingsUrl(publicUrl)),
      ],
      address === 'first' ? {} : { reason: 'protocol.rules.second_reason' },
    );
  },
  stopAt: (_, { publicUrl }) => settingsUrl(publicUrl),
  settle: (ctx, { check_in_id }, { address }, end) =>
    ctx.database.transaction(async () => {
      await recordSent(ctx.database, check_in_id, ctx.clock.now());
      if (end === 'taken') return;
      const email = await addressOfOwner(ctx, await ownerOf(ctx, check_in_id), { address });
      await recordUnreached(ctx, check_in_id, (one) => one === email, null);
    }),
  onBounced: (ctx, { check_in_id }, { wentTo, status }) =>
    recordUnreached(ctx, check_in_id, wentTo, status),
});

/** Where an owner switches the check-ins off. */
function settingsUrl(publicUrl: string): string {
  return linkTo(publicUrl, '/settings', { tab: 'privacy' });
}

async function ownerOf({ database }: Context, checkInId: string): Promise<string> {
  return (await findCheckIn(database, { id: checkInId }))?.round.user_id ?? '';
}

interface CheckInAddress {
  address: 'first' | 'second';
  /** Given for the second. */
  email: string | undefined;
}

/** A mail that did not arrive is sent again to the second address, where there is one, by turns. */
export async function checkInAddress(
  database: Database,
  userId: string,
  repeats: number,
): Promise<CheckInAddress> {
  if (repeats % 2 === 0) return { address: 'first', email: undefined };
  const email = await addressOfOwner({ database }, userId, { address: 'second' });
  return { address: email === undefined ? 'first' : 'second', email };
}

/**
 * A check-in mail did not arrive: its mail server refused it, or a far one reported it later. It is no
 * question without an answer then, and is asked again. After a sign of life it no longer matters.
 */
function recordUnreached(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  checkInId: string,
  /** Whether the mail had gone to this address. */
  wentTo: (address: string) => boolean,
  status: string | null,
): Promise<void> {
  return database.transaction(async () => {
    const user_id = (await findCheckIn(database, { id: checkInId }))?.round.user_id;
    if (!user_id || !(await lockUser(database, user_id))) return;
    const found = await findCheckIn(database, { id: checkInId });
    if (!found || found.round.ended_at) return;
    const bounced = { wentTo, status };
    const isConcerned =
      (await noteOwnerUnreached({ database, clock }, user_id, { address: 'first' }, bounced)) ||
      (await noteOwnerUnreached({ database, clock }, user_id, { address: 'second' }, bounced));
    // A report about an address that is no longer the owner's.
    if (!isConcerned || !(await markUnreached(database, checkInId))) return;
    await recordSecurityEvent(database, user_id, 'check_in_unreached', systemActor, clock.now());
  });
}
