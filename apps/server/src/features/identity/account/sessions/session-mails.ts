import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { button, declareMail, mailText, quietButton } from '../../../../platform/mail/mail.ts';
import type { MailWords } from '../../../../platform/mail/templates/mail-words.ts';
import {
  accountLinks,
  findOwner,
  findOwnerWith,
  findOwnerWithLink,
  findUsableLink,
  linkValidity,
  networkOf,
} from '../account-mail-parts.ts';

export const signInSlowedDown = declareMail({
  name: 'sign_in_slowed_down',
  to: 'the owner',
  when: 'too many wrong passwords',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: findOwner,
  text: (words, _, { publicUrl }) =>
    mailText(words, 'account.sign_in_slowed_down', (say) => [
      say('body'),
      say('known_devices'),
      say('was_you'),
      say('not_you'),
      quietButton(say('action'), accountLinks.forgotPassword(publicUrl)),
    ]),
});

export const proofsFailed = declareMail({
  name: 'proofs_failed',
  to: 'the owner',
  when: 'too many wrong proofs in a session',
  retry: 'usual',
  find: findOwner,
  text: (words, _, { publicUrl }) =>
    mailText(words, 'account.proofs_failed', (say) => [
      say('body'),
      say('was_you'),
      say('not_you'),
      quietButton(say('action'), accountLinks.forgotPassword(publicUrl)),
    ]),
});

interface DeviceFacts {
  token: string;
  signed_in_at: string;
  network: string | null;
  browser: string | undefined;
  system: string | undefined;
}

export const newDevice = declareMail({
  name: 'new_device',
  to: 'the owner',
  when: 'sign-in from an unknown browser; the link disowns it',
  retry: 'usual',
  find: async (ctx: Context, ids: { user_id: string; link_id: string }) => {
    const usable = await findUsableLink(ctx, ids.link_id);
    if (!usable) return undefined;
    const { token, link } = usable;
    // The link was created by the sign-in and has its origin.
    const { browser, system } = parseUserAgent(link.asked_user_agent);
    const signed_in_at = link.created_at.toISOString();
    const network = networkOf(link.asked_address);
    return findOwnerWith(ctx, ids.user_id, { token, signed_in_at, network, browser, system });
  },
  text: (words, facts: DeviceFacts, { publicUrl }) =>
    mailText(words, 'account.new_device', (say) => [
      say('body'),
      say('when', { moment: words.moment(facts.signed_in_at) }),
      say('device', { device: deviceIn(words, facts) }),
      ...(facts.network ? [say('network', { network: facts.network })] : []),
      say('was_you'),
      say('not_you'),
      quietButton(say('action'), accountLinks.disownSignIn(publicUrl, facts.token)),
      linkValidity(words, linkLifetimes.disownSignIn),
    ]),
});

export const signInDisowned = declareMail({
  name: 'sign_in_disowned',
  to: 'the owner',
  when: 'the owner disowned a sign-in; the link sets a new password',
  retry: 'usual',
  find: findOwnerWithLink,
  text: (words, { token }, { publicUrl }) =>
    mailText(words, 'account.sign_in_disowned', (say) => [
      say('body'),
      say('advice'),
      button(say('action'), accountLinks.recoverPassword(publicUrl, token)),
      [linkValidity(words, linkLifetimes.recoverPassword), say('later')],
      { href: accountLinks.forgotPassword(publicUrl) },
    ]),
});

function deviceIn({ t }: MailWords, facts: DeviceFacts): string {
  const browser = facts.browser === 'yandex' ? t('account.device.yandex') : facts.browser;
  const { system } = facts;
  if (browser && system) return t('account.device.known', { browser, system });
  if (system) return t('account.device.system_only', { system });
  return browser ?? t('account.device.unknown');
}
