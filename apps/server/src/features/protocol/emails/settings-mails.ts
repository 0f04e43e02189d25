import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailBlock,
  type MailHeldBack,
  mailText,
  quietButton,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, maskEmail } from '../../identity/account/index.ts';
import { recordUnreached } from '../../mail/bounces/index.ts';
import type { OwnerAddress } from '../activation/veto-rules.ts';
import {
  deleteFormerAddress,
  findFormerAddress,
  findSecondAddress,
} from '../settings/address-repository.ts';
import { findRules } from '../settings/settings-repository.ts';
import { personOf, type Writer, writerOf } from './contact-mail.ts';
import { findForOwnerById } from './owner-mail.ts';

interface WeakerChoice {
  waiting_hours: number;
  needs_second: boolean;
  at: string;
  /** Applies from then on. */
  from: string;
}

export const protocolRulesWeakened = declareMail({
  name: 'protocol_rules_weakened',
  to: 'the owner (all addresses)',
  when: 'weaker rules were chosen',
  retry: 'persistent',
  find: async (
    ctx: Context,
    { user_id, address, ...choice }: WeakerChoice & { user_id: string; address: OwnerAddress },
  ): Promise<FoundMail<WeakerChoice & { address: OwnerAddress }> | undefined> => {
    const { pending } = await findRules(ctx.database, user_id);
    // Withdrawn before it applied.
    if (isLater(choice) && pending?.from.toISOString() !== choice.from) return undefined;
    return findForOwnerById(ctx, user_id, { address }, { address, ...choice });
  },
  text: (words, { address, ...choice }, site) => {
    const days = choice.waiting_hours / 24;
    return mailText(
      words,
      'protocol.protocol_rules_weakened',
      (say) => [
        say('body', { moment: words.moment(choice.at) }),
        {
          items: [
            days === 0 ? say('waiting_none') : say('waiting', { count: days }),
            choice.needs_second ? say('second_needed') : say('second_not_needed'),
          ],
        },
        isLater(choice) ? say('later', { moment: words.moment(choice.from) }) : say('at_once'),
        button(
          words.t('protocol.rules.open'),
          linkTo(site.publicUrl, '/settings', { tab: 'protocol' }),
        ),
        ...ifNotYou(words, site),
      ],
      address === 'first' ? {} : { reason: 'protocol.rules.second_reason' },
    );
  },
});

const daySeconds = 24 * 3_600;

/** Per address, whichever owners name it. */
const mailsPerDay = { max: 5, seconds: daySeconds };

interface LinkIds {
  link_id: string;
}

export const secondAddressConfirm = declareMail({
  name: 'second_address_confirm',
  to: 'the second address',
  when: 'an owner names a second address; the link confirms it',
  retry: 'usual',
  unconfirmedLimit: 'delay',
  find: async (
    ctx: Context,
    { link_id }: LinkIds,
  ): Promise<FoundMail<Writer & { token: string }> | MailHeldBack | undefined> => {
    const { database, clock, linkTokens } = ctx;
    const second = await findSecondAddress(database, { link_id });
    if (!second || second.confirmed_at || second.expires_at <= clock.now()) return undefined;
    const owner = await findPerson(database, second.user_id);
    if (!owner) return undefined;
    const wait_seconds = await claimMailAllowance(ctx, 'second_address', second.email, mailsPerDay);
    if (wait_seconds > 0) return { wait_seconds };
    const facts = { ...writerOf(owner), token: linkTokens.tokenOf(link_id) };
    return { to: second.email, language: owner.language, facts };
  },
  onBounced: async ({ database, clock }, { link_id }, { wentTo, status }) => {
    const second = await findSecondAddress(database, { link_id });
    if (!second || second.confirmed_at || !wentTo(second.email)) return;
    const { user_id, email } = second;
    const last_at = clock.now();
    await recordUnreached(database, { user_id, address: 'second', email, status, last_at });
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
  text: (words, { second_email }, site) =>
    mailText(words, 'protocol.second_address_set', (say) => [
      say('body', { email: maskEmail(second_email) }),
      say('meaning'),
      ...ifNotYou(words, site),
    ]),
});

export const secondAddressRemoved = declareMail({
  name: 'second_address_removed',
  to: 'the owner',
  when: 'the second address was removed or replaced',
  retry: 'persistent',
  find: findOwnerAt,
  text: (words, { at }, site) =>
    mailText(words, 'protocol.second_address_removed', (say) => [
      say('body', { moment: words.moment(at) }),
      say('meaning'),
      ...ifNotYou(words, site),
    ]),
});

export const secondAddressReleased = declareMail({
  name: 'second_address_released',
  to: 'the former second address',
  when: 'the second address was removed or replaced',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { former_id }: { former_id: string },
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
  settle: ({ database }, { former_id }) => deleteFormerAddress(database, former_id),
});

interface OwnerAt {
  user_id: string;
  at: string;
}

const stopCodeMail = (name: 'stop_code_made' | 'stop_code_removed', when: string) =>
  declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: findOwnerAt,
    text: (words, { at }, site) =>
      mailText(words, `protocol.${name}`, (say) => [
        say('body', { moment: words.moment(at) }),
        say('meaning'),
        ...ifNotYou(words, site),
      ]),
  });

export const stopCodeMade = stopCodeMail('stop_code_made', 'a code on paper was made');

export const stopCodeRemoved = stopCodeMail('stop_code_removed', 'the code on paper was ended');

async function findOwnerAt(
  { database }: Context,
  { user_id, at }: OwnerAt,
): Promise<FoundMail<{ at: string }> | undefined> {
  const owner = await findPerson(database, user_id);
  return owner && { to: owner.email, language: owner.language, facts: { at } };
}

function ifNotYou({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock[] {
  return [
    t('protocol.rules.was_you'),
    t('protocol.rules.not_you'),
    quietButton(t('protocol.rules.new_password'), linkTo(publicUrl, '/forgot-password')),
  ];
}

function isLater({ at, from }: WeakerChoice): boolean {
  return from > at;
}

export const settingsMails = [
  protocolRulesWeakened,
  secondAddressConfirm,
  secondAddressSet,
  secondAddressRemoved,
  secondAddressReleased,
  stopCodeMade,
  stopCodeRemoved,
];
