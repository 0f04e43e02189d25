import { linkLifetimes } from '@zavet/contract/timings';
import { button, declareMail, mailText } from '../../../../platform/mail/mail.ts';
import { accountLinks, findOwner, findOwnerWithLink, linkValidity } from '../account-mail-parts.ts';

export const verifyEmailMail = declareMail({
  name: 'verify_email',
  to: 'the address given at sign-up',
  when: 'a sign-up, or a request for another link',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: findOwnerWithLink,
  text: (words, { token }, { publicUrl }) =>
    mailText(
      words,
      'account.verify_email',
      (say) => [
        say('body'),
        button(say('action'), accountLinks.verifyEmail(publicUrl, token)),
        linkValidity(words, linkLifetimes.verifyEmail),
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
