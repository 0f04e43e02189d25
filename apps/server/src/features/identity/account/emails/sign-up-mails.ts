import { linkLifetimes } from '@zavet/contract/timings';
import { declareMail } from '../../../../platform/mail/mail.ts';
import { button, mailText } from '../../../../platform/mail/mail-text.ts';
import type { MailWords } from '../../../../platform/mail/templates/mail-words.ts';
import { accountLinks } from './account-links.ts';
import { findOwner, findOwnerWithLink } from './find-account-mail.ts';

export const verifyEmail = declareMail({
  name: 'verify_email',
  to: 'the address given at sign-up',
  when: 'a sign-up, or a request for another link',
  retry: 'usual',
  namedAddress: 'drops',
  find: findOwnerWithLink,
  text: (words, { token }, { publicUrl }) =>
    mailText(
      words,
      'account.verify_email',
      (say) => [
        say('body'),
        button(say('action'), accountLinks.verifyEmail(publicUrl, token)),
        validity(words, linkLifetimes.verifyEmail),
        say('not_you'),
      ],
      { reason: 'account.reason.sign_up' },
    ),
});

export const addressAlreadyRegistered = declareMail({
  name: 'address_already_registered',
  to: 'the owner',
  when: 'a sign-up with an address that has an account',
  retry: 'usual',
  find: findOwner,
  text: (words, _, { publicUrl }) =>
    mailText(words, 'account.address_already_registered', (say) => [
      say('body'),
      say('was_you'),
      button(say('action'), accountLinks.login(publicUrl)),
      say('forgotten'),
      { href: accountLinks.forgotPassword(publicUrl) },
      say('not_you'),
    ]),
});

export const recoverPassword = declareMail({
  name: 'recover_password',
  to: 'the owner',
  when: 'password recovery is requested',
  retry: 'usual',
  namedAddress: 'drops',
  find: findOwnerWithLink,
  text: (words, { token }, { publicUrl }) =>
    mailText(words, 'account.recover_password', (say) => [
      say('body'),
      button(say('action'), accountLinks.recoverPassword(publicUrl, token)),
      [validity(words, linkLifetimes.recoverPassword), say('effect')],
      say('not_you'),
    ]),
});

/** How long a link can be used. */
export function validity(words: MailWords, lifetimeMs: number): string {
  return words.t('account.link.validity', { duration: words.duration(lifetimeMs) });
}
