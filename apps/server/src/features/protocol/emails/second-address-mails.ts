import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailHeldBack,
  mailText,
} from '../../../platform/mail/mail.ts';
import { takeMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { findPerson, maskEmail } from '../../identity/account/index.ts';
import { noteUnreached } from '../../mail/bounces/index.ts';
import {
  deleteFormerAddress,
  findFormerAddress,
  findSecondAddress,
} from '../rules/second-address-repository.ts';
import { personOf, type Writer, writerOf } from './contact-mail.ts';
import { findOwnerAt, ifNotYou } from './rules-mails.ts';

const daySeconds = 24 * 3_600;
/** Owners may name any address, so it gets only so many of these mails a day, no matter who names it. */
const mailsPerDay = { max: 5, seconds: daySeconds };

interface LinkIds {
  link_id: string;
}

export const secondAddressConfirm = declareMail({
  name: 'second_address_confirm',
  to: 'the second address',
  when: 'an owner names a second address; the link confirms it',
  retry: 'usual',
  namedAddress: 'waits',
  find: async (
    ctx: Context,
    { link_id }: LinkIds,
  ): Promise<FoundMail<Writer & { token: string }> | MailHeldBack | undefined> => {
    const { database, clock, linkTokens } = ctx;
    const second = await findSecondAddress(database, { link_id });
    if (!second || second.confirmed_at || second.expires_at <= clock.now()) return undefined;
    const owner = await findPerson(database, second.user_id);
    if (!owner) return undefined;
    const wait_seconds = await takeMailAllowance(ctx, 'second_address', second.email, mailsPerDay);
    if (wait_seconds > 0) return { wait_seconds };
    const facts = { ...writerOf(owner), token: linkTokens.tokenOf(link_id) };
    return { to: second.email, language: owner.language, facts };
  },
  onBounced: async ({ database, clock }, { link_id }, { wentTo, status }) => {
    const second = await findSecondAddress(database, { link_id });
    if (!second || second.confirmed_at || !wentTo(second.email)) return;
    const { user_id, email } = second;
    const last_at = clock.now();
    await noteUnreached(database, { user_id, address: 'second', email, status, last_at });
  },
  text: (words, { token, ...owner }, { publicUrl }) =>
    mailText(
      words,
      'protocol.second_address_confirm',
      (say) => [
        say('body', { person: personOf(owner) }),
        say('meaning'),
        button(say('action'), linkWithSecret(publicUrl, '/second-address', { token })),
        [
          say('validity', { count: linkLifetimes.secondAddress / (daySeconds * 1_000) }),
          say('until_then'),
        ],
        say('stranger'),
      ],
      { reason: 'protocol.rules.asked_reason' },
    ),
});

export const secondAddressSet = declareMail({
  name: 'second_address_set',
  to: 'the owner',
  when: 'a second address was named',
  retry: 'usual',
  find: async (
    { database }: Context,
    { link_id }: LinkIds,
  ): Promise<FoundMail<{ second_email: string }> | undefined> => {
    const second = await findSecondAddress(database, { link_id });
    const owner = second && (await findPerson(database, second.user_id));
    if (!owner) return undefined;
    return { to: owner.email, language: owner.language, facts: { second_email: second.email } };
  },
  text: (words, { second_email }, place) =>
    mailText(words, 'protocol.second_address_set', (say) => [
      say('body', { email: maskEmail(second_email) }),
      say('meaning'),
      ...ifNotYou(words, place),
    ]),
});

export const secondAddressRemoved = declareMail({
  name: 'second_address_removed',
  to: 'the owner',
  when: 'the second address was removed or replaced',
  retry: 'persistent',
  find: findOwnerAt,
  text: (words, { at }, place) =>
    mailText(words, 'protocol.second_address_removed', (say) => [
      say('body', { moment: words.moment(at) }),
      say('meaning'),
      ...ifNotYou(words, place),
    ]),
});

interface FormerIds {
  former_id: string;
}

export const secondAddressReleased = declareMail({
  name: 'second_address_released',
  to: 'the former second address',
  when: 'the second address was removed or replaced',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { former_id }: FormerIds,
  ): Promise<FoundMail<Writer> | undefined> => {
    const former = await findFormerAddress(database, former_id);
    const owner = former && (await findPerson(database, former.user_id));
    return owner && { to: former.email, language: owner.language, facts: writerOf(owner) };
  },
  text: (words, owner) =>
    mailText(
      words,
      'protocol.second_address_released',
      (say) => [say('body', { person: personOf(owner) }), say('meaning'), say('unexpected')],
      { reason: 'protocol.rules.former_reason' },
    ),
  settle: forgetFormer,
});

function forgetFormer({ database }: Context, { former_id }: FormerIds): Promise<void> {
  return deleteFormerAddress(database, former_id);
}
