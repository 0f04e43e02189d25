import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { declareMail } from '../../../../platform/mail/mail.ts';
import { button, mailText } from '../../../../platform/mail/mail-text.ts';
import { accountLinks } from './account-links.ts';
import { findOwnerWithLink } from './find-account-mail.ts';
import { findNoticed, forgetNotice } from './security-mails.ts';
import { validity } from './sign-up-mails.ts';

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
      [validity(words, linkLifetimes.recoverPassword), say('later')],
      { href: accountLinks.forgotPassword(publicUrl) },
    ]),
});

export const consentWithdrawn = declareMail({
  name: 'consent_withdrawn',
  to: 'the owner',
  when: 'the consent was withdrawn, and the account deleted',
  retry: 'usual',
  find: (ctx: Context, ids: { notice_id: string }) => findNoticed(ctx, ids),
  text: (words, { deleted_at }) =>
    mailText(
      words,
      'account.consent_withdrawn',
      (say) => [
        say('body', { moment: words.moment(deleted_at) }),
        say('kept'),
        say('not_you'),
        say('farewell'),
      ],
      { reason: 'account.reason.deleted' },
    ),
  settle: forgetNotice,
});
