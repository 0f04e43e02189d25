import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../../platform/mail/mail.ts';
import { accountPages, findOwner, findOwnerWithLink, linkValidity } from '../account-mail-parts.ts';

interface SignUpIds {
  user_id: string;
  /** Undefined if the address already has a confirmed account. */
  link_id?: string;
}

export const verifyEmailMail = declareMail({
  name: 'verify_email',
  to: 'the address given at sign-up',
  when: 'a sign-up, or a request for another link; without a link if the address has an account',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: (
    ctx: Context,
    { user_id, link_id }: SignUpIds,
  ): Promise<FoundMail<{ token?: string }> | undefined> =>
    link_id ? findOwnerWithLink(ctx, { user_id, link_id }) : findOwner(ctx, { user_id }),
  text: (words, { token }: { token?: string }, { publicUrl }) =>
    token === undefined
      ? mailText(words, 'account.address_already_registered', (say) => [
          say('body'),
          button(say('action'), accountPages.login(publicUrl)),
        ])
      : mailText(
          words,
          'account.verify_email',
          (say) => [
            say('body'),
            button(say('action'), accountPages.verifyEmail(publicUrl, token)),
            linkValidity(words, linkLifetimes.verifyEmail),
            say('not_you'),
          ],
          { reason: 'account.reason.sign_up' },
        ),
});
