import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { button, declareMail, mailText } from '../../../../platform/mail/mail.ts';
import {
  accountPages,
  findOwnerWith,
  findUsableLink,
  linkValidity,
} from '../account-mail-parts.ts';

interface RecoveryIds {
  user_id: string;
  link_id: string;
  cause: 'requested' | 'sign_in_disowned' | 'email_change_undone';
}

export const recoverPassword = declareMail({
  name: 'recover_password',
  to: 'the owner',
  when: 'password recovery is requested, a sign-in was disowned, or a change of address undone',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: async (ctx: Context, { user_id, link_id, cause }: RecoveryIds) => {
    const usable = await findUsableLink(ctx, link_id);
    return usable && findOwnerWith(ctx, user_id, { cause, token: usable.token });
  },
  text: (words, { cause, token }, { publicUrl }) =>
    mailText(words, `account.recover_password.${cause}`, (say) => [
      say('body'),
      button(words.t('account.new_password'), accountPages.recoverPassword(publicUrl, token)),
      linkValidity(words, linkLifetimes.recoverPassword),
      ...(cause === 'requested' ? [words.t('account.recover_password.not_you')] : []),
    ]),
});
