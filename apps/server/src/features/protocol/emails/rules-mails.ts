import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailBlock,
  mailText,
  quietButton,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../identity/account/index.ts';
import { listOwnerAddresses } from '../rules/address-repository.ts';
import { findRules } from '../rules/rules-repository.ts';
import type { OwnerAddress } from '../stop/stop-values.ts';

interface WeakerChoice {
  waiting_hours: number;
  needs_second: boolean;
  /** When it was chosen, and from when on it holds. */
  at: string;
  from: string;
}

export const protocolRulesWeakened = declareMail({
  name: 'protocol_rules_weakened',
  to: 'the owner (all addresses)',
  when: 'weaker rules were chosen',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { user_id, address, ...choice }: WeakerChoice & { user_id: string; address: OwnerAddress },
  ): Promise<FoundMail<WeakerChoice & { address: OwnerAddress }> | undefined> => {
    const owner = await findPerson(database, user_id);
    const addresses = await listOwnerAddresses(database, user_id);
    const to = addresses.find((one) => one.address === address)?.email;
    if (!owner || !to) return undefined;
    const { pending } = await findRules(database, user_id);
    // Taken back before it held. What held at once is told in any case.
    if (isLater(choice) && pending?.from.toISOString() !== choice.from) return undefined;
    return { to, language: owner.language, facts: { address, ...choice } };
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
        button(words.t('protocol.rules.open'), settings(site)),
        ...ifNotYou(words, site),
      ],
      address === 'first' ? {} : { reason: 'protocol.rules.second_reason' },
    );
  },
});

interface OwnerAt {
  user_id: string;
  /** A moment. */
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

export async function findOwnerAt(
  { database }: Context,
  { user_id, at }: OwnerAt,
): Promise<FoundMail<{ at: string }> | undefined> {
  const owner = await findPerson(database, user_id);
  return owner && { to: owner.email, language: owner.language, facts: { at } };
}

/** What to do for somebody who is startled. */
export function ifNotYou({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock[] {
  return [
    t('protocol.rules.was_you'),
    t('protocol.rules.not_you'),
    quietButton(t('protocol.rules.new_password'), linkTo(publicUrl, '/forgot-password')),
  ];
}

function settings({ publicUrl }: SiteInfo): string {
  return linkTo(publicUrl, '/settings', { tab: 'protocol' });
}

function isLater({ at, from }: WeakerChoice): boolean {
  return from > at;
}
