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
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameInSubject } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson, maskEmail } from '../../identity/account/index.ts';
import { recordUnreachedAddress } from '../../mail/bounces/index.ts';
import {
  deleteFormerAddress,
  findFormerAddress,
  findSecondAddress,
} from '../settings/address-repository.ts';
import { findRules } from '../settings/settings-repository.ts';
import { personOf, type Writer, writerOf } from './contact-mail.ts';
import { findForOwnerById, type OwnerMailIds } from './owner-mail.ts';

interface WeakerChoice {
  waiting_hours: number;
  needs_second: boolean;
  from: string;
}

interface SettingsChange extends OwnerMailIds, Partial<WeakerChoice> {
  change: 'rules' | 'address_set' | 'address_removed' | 'code_made' | 'code_removed';
  at: string;
  second_email?: string;
}

export const protocolSettingsChanged = declareMail({
  name: 'protocol_settings_changed',
  to: 'the owner (weaker rules: all addresses)',
  when: 'weaker rules were chosen; a second address was named or removed; a paper code was created or removed',
  retry: 'persistent',
  find: async (
    ctx: Context,
    ids: { user_id: string; link_id?: string } & Omit<SettingsChange, 'second_email'>,
  ): Promise<FoundMail<SettingsChange> | undefined> => {
    const { user_id, link_id, ...facts } = ids;
    const { database } = ctx;
    if (facts.change === 'rules') {
      const { pending } = await findRules(database, user_id);
      // The weaker choice was withdrawn or replaced before it applied.
      if (isLater(facts) && pending?.from.toISOString() !== facts.from) return undefined;
    }
    const second = link_id ? await findSecondAddress(database, { link_id }) : undefined;
    if (link_id && !second) return undefined;
    return findForOwnerById(ctx, user_id, facts, { ...facts, second_email: second?.email ?? '' });
  },
  text: (words, facts, site) => {
    const { change, at, second_email } = facts;
    const isSecond = facts.address !== undefined && facts.address !== 'first';
    const values = { moment: words.moment(at), email: maskEmail(second_email ?? '') };
    return mailText(
      words,
      `protocol.settings_changed.${change}`,
      (say) => [
        say('body', values),
        ...(change === 'rules' ? ruleBlocks(words, facts) : []),
        words.t('protocol.not_you'),
        change === 'rules'
          ? button(
              words.t('protocol.settings_changed.open'),
              linkTo(site.publicUrl, '/settings', { tab: 'protocol' }),
            )
          : quietButton(
              words.t('protocol.settings_changed.new_password'),
              linkTo(site.publicUrl, '/forgot-password'),
            ),
      ],
      isSecond ? { reason: 'protocol.rules.second_reason' } : {},
    );
  },
});

function ruleBlocks(words: MailWords, facts: SettingsChange): MailBlock[] {
  const { t } = words;
  const { waiting_hours = 0, needs_second, from } = facts;
  const count = waiting_hours / 24;
  return [
    {
      items: [
        count === 0
          ? t('protocol.settings_changed.rules.waiting_none')
          : t('protocol.settings_changed.rules.waiting', { count }),
        t(
          `protocol.settings_changed.rules.${needs_second ? 'second_needed' : 'second_not_needed'}`,
        ),
      ],
    },
    from && isLater(facts)
      ? t('protocol.settings_changed.rules.later', { moment: words.moment(from) })
      : t('protocol.settings_changed.rules.immediately'),
  ];
}

function isLater({ at, from }: { at: string; from?: string }): boolean {
  return from !== undefined && from > at;
}

const daySeconds = 24 * 3_600;

/** Limit per address, across all owners. */
const dailyLimit = { max: 5, seconds: daySeconds };

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
    const wait_seconds = await claimMailAllowance(ctx, 'second_address', second.email, dailyLimit);
    if (wait_seconds > 0) return { wait_seconds };
    const facts = { ...writerOf(owner), token: linkTokens.tokenOf(link_id) };
    return { to: second.email, language: owner.language, facts };
  },
  onBounced: async ({ database, clock }, { link_id }, { wasSentTo, status }) => {
    const second = await findSecondAddress(database, { link_id });
    if (!second || second.confirmed_at || !wasSentTo(second.email)) return;
    const { user_id, email } = second;
    const last_at = clock.now();
    await recordUnreachedAddress(database, { user_id, address: 'second', email, status, last_at });
  },
  text: (words, { token, ...owner }, { publicUrl }) =>
    mailText(
      words,
      'protocol.second_address_confirm',
      (say) => [
        say('body', { person: personOf(owner) }),
        button(say('action'), linkWithSecret(publicUrl, '/second-address', { token })),
        say('validity', { count: linkLifetimes.secondAddress / (daySeconds * 1_000) }),
      ],
      {
        reason: 'protocol.second_address_confirm.reason',
        values: { name: nameInSubject(owner.owner_name, owner.owner_email ?? '') },
      },
    ),
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
      (say) => [say('body', { person: personOf(owner) }), say('unexpected')],
      {
        reason: 'protocol.second_address_released.reason',
        values: { name: nameInSubject(owner.owner_name, owner.owner_email ?? '') },
      },
    ),
  settle: ({ database }, { former_id }) => deleteFormerAddress(database, former_id),
});
