import { readUserAgent } from '@zavet/contract/account/user-agent';
import { defaultLocale, isLocale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { declareMail, type FoundMail } from '../../../../platform/mail/mail.ts';
import { mailText, quietButton } from '../../../../platform/mail/mail-text.ts';
import type { MailWords } from '../../../../platform/mail/templates/mail-words.ts';
import { deleteDeletionNotice, findDeletionNotice } from '../deletion-notice-repository.ts';
import { networkOf } from '../network-rules.ts';
import { accountLinks } from './account-links.ts';
import { findOwner, usableLink } from './find-account-mail.ts';
import { validity } from './sign-up-mails.ts';

export const passwordChanged = declareMail({
  name: 'password_changed',
  to: 'the owner',
  when: 'the password was changed',
  retry: 'usual',
  find: async (ctx: Context, ids: { user_id: string; at: string }) => {
    const owner = await findOwner(ctx, ids);
    return owner && { ...owner, facts: { changed_at: ids.at } };
  },
  text: (words, { changed_at }, { publicUrl }) =>
    mailText(words, 'account.password_changed', (say) => [
      say('body', { moment: words.moment(changed_at) }),
      say('was_you'),
      say('not_you'),
      quietButton(say('action'), accountLinks.forgotPassword(publicUrl)),
    ]),
});

export const pinChanged = declareMail({
  name: 'pin_changed',
  to: 'the owner',
  when: 'the emergency PIN was set, changed or removed',
  retry: 'usual',
  find: async (
    ctx: Context,
    ids: { user_id: string; change: 'set' | 'changed' | 'removed'; at: string },
  ) => {
    const owner = await findOwner(ctx, ids);
    return owner && { ...owner, facts: { change: ids.change, changed_at: ids.at } };
  },
  text: (words, { change, changed_at }, { publicUrl }) => ({
    subject: words.t(`account.pin_changed.${change}.subject`),
    preheader: words.t('account.pin_changed.preheader'),
    reason: words.t('account.reason.account'),
    blocks: [
      words.t(`account.pin_changed.${change}.body`, { moment: words.moment(changed_at) }),
      words.t('account.pin_changed.was_you'),
      words.t('account.pin_changed.not_you'),
      quietButton(words.t('account.pin_changed.action'), accountLinks.forgotPassword(publicUrl)),
    ],
  }),
});

export const signInSlowedDown = declareMail({
  name: 'sign_in_slowed_down',
  to: 'the owner',
  when: 'too many wrong passwords',
  retry: 'usual',
  namedAddress: 'drops',
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
    const owner = await findOwner(ctx, ids);
    const usable = await usableLink(ctx, ids.link_id);
    if (!owner || !usable) return undefined;
    // The link says from where it was: only a sign-in makes one.
    const { token, link } = usable;
    const { browser, system } = readUserAgent(link.asked_user_agent);
    const signed_in_at = link.created_at.toISOString();
    const network = networkOf(link.asked_address);
    return { ...owner, facts: { token, signed_in_at, network, browser, system } };
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
      validity(words, linkLifetimes.disownSignIn),
    ]),
});

/** The account is gone when this is written; the notice keeps the address until then. */
export const accountDeleted = declareMail({
  name: 'account_deleted',
  to: 'the owner',
  when: 'the account was deleted',
  retry: 'usual',
  find: (ctx: Context, ids: { notice_id: string }) => findNoticed(ctx, ids),
  text: (words, { deleted_at }) =>
    mailText(
      words,
      'account.account_deleted',
      (say) => [say('body', { moment: words.moment(deleted_at) }), say('not_you'), say('farewell')],
      { reason: 'account.reason.deleted' },
    ),
  settle: forgetNotice,
});

interface LastFacts {
  deleted_at: string;
  email: string;
}

/** Where the last mail goes, as long as it has not gone there. */
export async function findNoticed(
  { database }: Context,
  { notice_id }: { notice_id: string },
): Promise<FoundMail<LastFacts> | undefined> {
  const notice = await findDeletionNotice(database, notice_id);
  if (!notice) return undefined;
  const { email: to, language, deleted_at } = notice;
  const facts = { deleted_at: deleted_at.toISOString(), email: to };
  return { to, language: isLocale(language) ? language : defaultLocale, facts };
}

export async function forgetNotice(
  { database, captured }: Context,
  { notice_id }: { notice_id: string },
  { email }: LastFacts,
): Promise<void> {
  await captured?.forgetOlderTo(email);
  await deleteDeletionNotice(database, notice_id);
}

function deviceIn({ t }: MailWords, facts: DeviceFacts): string {
  const browser = facts.browser === 'yandex' ? t('account.device.yandex') : facts.browser;
  const { system } = facts;
  if (browser && system) return t('account.device.known', { browser, system });
  if (system) return t('account.device.system_only', { system });
  return browser ?? t('account.device.unknown');
}
