import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText, quietButton } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  accountPages,
  findOwnerWith,
  findUsableLink,
  linkValidity,
  networkOf,
} from './account-mail-parts.ts';

export type SecurityNotice =
  | 'password_changed'
  | 'pin_set'
  | 'pin_changed'
  | 'pin_removed'
  | 'sign_in_throttled'
  | 'proofs_failed'
  | 'second_steps_failed'
  | 'passkey_refused';

interface NoticeIds {
  user_id: string;
  event: SecurityNotice;
  at: string;
}

export const securityNotice = declareMail({
  name: 'security_notice',
  to: 'the owner',
  when: 'the password or the PIN was changed, too many wrong proofs, or a passkey that may be a copy',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: (ctx: Context, { user_id, event, at }: NoticeIds) =>
    findOwnerWith(ctx, user_id, { event, at }),
  text: (words, { event, at }, { publicUrl }) =>
    mailText(words, `account.security_notice.${event}`, (say) => [
      say('body', { moment: words.moment(at) }),
      // No new password is suggested: failed sign-ins do not mean that the password is known to a
      // stranger, and a new password revokes no passkey.
      event === 'sign_in_throttled' || event === 'passkey_refused'
        ? say('advice')
        : words.t('account.security_notice.not_you'),
      event === 'passkey_refused'
        ? quietButton(words.t('account.security_notice.open'), accountPages.security(publicUrl))
        : quietButton(words.t('account.new_password'), accountPages.forgotPassword(publicUrl)),
    ]),
});

export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'one_time_codes_on'
  | 'one_time_codes_off'
  | 'recovery_codes_created';

type AccessEvent =
  | { event: 'new_device' }
  | { event: FactorChange }
  | { event: 'recovery_code_used'; left: number };

/** With at most this many codes left, the mail recommends new ones. */
const fewCodesLeft = 2;

type AccessFacts = AccessEvent & {
  token: string;
  at: string;
  network: string | null;
  browser: string | undefined;
  system: string | undefined;
};

export const accessChanged = declareMail({
  name: 'access_changed',
  to: 'the owner',
  when: 'sign-in from an unknown browser or with a recovery code, or changed second factors; the link disowns it',
  retry: 'usual',
  find: async (
    ctx: Context,
    { user_id, link_id, ...event }: AccessEvent & { user_id: string; link_id: string },
  ): Promise<FoundMail<AccessFacts> | undefined> => {
    const usable = await findUsableLink(ctx, link_id);
    if (!usable) return undefined;
    const { token, link } = usable;
    // The link stores the origin of the call that caused the mail.
    const { browser, system } = parseUserAgent(link.asked_user_agent);
    const at = link.created_at.toISOString();
    const network = networkOf(link.asked_address);
    return findOwnerWith(ctx, user_id, { ...event, token, at, network, browser, system });
  },
  text: (words, facts, { publicUrl }) => {
    const isSignIn = facts.event === 'new_device';
    const link = isSignIn ? accountPages.disownSignIn : accountPages.disownFactor;
    const lifetime = isSignIn ? linkLifetimes.disownSignIn : linkLifetimes.disownFactor;
    return {
      subject: words.t(`account.access_changed.${textOf(facts)}.subject`),
      reason: words.t('account.reason.account'),
      blocks: [
        words.t(`account.access_changed.${textOf(facts)}.body`, {
          moment: words.moment(facts.at),
          left: facts.event === 'recovery_code_used' ? facts.left : 0,
        }),
        ...(isSignIn ? [{ items: originOf(words, facts) }] : []),
        words.t('account.access_changed.not_you'),
        ...(textOf(facts) === 'recovery_code_used'
          ? [words.t('account.access_changed.codes')]
          : []),
        quietButton(words.t('account.access_changed.action'), link(publicUrl, facts.token)),
        linkValidity(words, lifetime),
      ],
    };
  },
});

function textOf(facts: AccessEvent) {
  if (facts.event !== 'recovery_code_used') return facts.event;
  return facts.left <= fewCodesLeft ? 'recovery_codes_few' : facts.event;
}

function originOf(words: MailWords, facts: AccessFacts): string[] {
  const { network } = facts;
  const { t } = words;
  return [
    words.moment(facts.at),
    deviceName(words, facts),
    ...(network ? [t('account.device.network', { network })] : []),
  ];
}

function deviceName({ t }: MailWords, facts: AccessFacts): string {
  const browser = facts.browser === 'yandex' ? t('account.device.yandex') : facts.browser;
  const { system } = facts;
  if (browser && system) return t('account.device.known', { browser, system });
  if (system) return t('account.device.system_only', { system });
  return browser ?? t('account.device.unknown');
}
