import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../../platform/mail/mail.ts';
import {
  accountLinks,
  findOwnerWithLink,
  findUsableLink,
  linkValidity,
  maskEmail,
} from '../account-mail-parts.ts';
import { type Account, findAccount, isEmailTaken } from '../account-repository.ts';
import { type EmailChange, findEmailChange } from './email-change-repository.ts';

interface ChangeIds {
  email_change_id: string;
  link_id: string;
}

/** No token if the new address has an account: then its owner is notified instead. */
interface ConfirmFacts {
  token?: string;
}

export const emailChangeConfirm = declareMail({
  name: 'email_change_confirm',
  to: 'the new address',
  when: 'a change of address is requested',
  retry: 'usual',
  unconfirmedLimit: 'drop',
  find: async (ctx: Context, ids: ChangeIds): Promise<FoundMail<ConfirmFacts> | undefined> => {
    const { database, clock } = ctx;
    const found = await findChange(ctx, ids);
    if (!found) return undefined;
    const { owner, token, change } = found;
    const { new_email } = change;
    const occupant = await findAccount(database, { email: new_email });
    // The requester must not learn that the address is taken.
    if (occupant) return { to: occupant.email, language: occupant.language, facts: {} };
    if (await isEmailTaken(database, new_email, clock.now(), owner.id)) return undefined;
    return { to: new_email, language: owner.language, facts: { token } };
  },
  text: (words, { token }: ConfirmFacts, { publicUrl }) =>
    token === undefined
      ? mailText(words, 'account.new_address_already_used', (say) => [
          say('body'),
          say('not_you'),
          say('was_you'),
          quietButton(say('action'), accountLinks.login(publicUrl)),
        ])
      : mailText(
          words,
          'account.email_change_confirm',
          (say) => [
            say('body'),
            button(say('action'), accountLinks.confirmEmailChange(publicUrl, token)),
            [linkValidity(words, linkLifetimes.confirmEmailChange), say('until_then')],
            say('not_you'),
          ],
          { reason: 'account.reason.new_address' },
        ),
});

export const emailChangeNotice = declareMail({
  name: 'email_change_notice',
  to: 'the present address',
  when: 'a change of address is requested; the link cancels it',
  retry: 'usual',
  find: findFormerAddress,
  text: (words, { new_email, token }, { publicUrl }) =>
    mailText(words, 'account.email_change_notice', (say) => [
      say('body', { email: maskEmail(new_email) }),
      [
        say('deadline', {
          duration: words.duration(linkLifetimes.confirmEmailChange),
        }),
        say('was_you'),
      ],
      say('not_you'),
      quietButton(say('action'), accountLinks.undoEmailChange(publicUrl, token)),
    ]),
});

export const emailChanged = declareMail({
  name: 'email_changed',
  to: 'the former address',
  when: 'the new address was confirmed; the link undoes it',
  retry: 'usual',
  find: findFormerAddress,
  text: (words, { new_email, token }, { publicUrl }) =>
    mailText(
      words,
      'account.email_changed',
      (say) => [
        say('body', { email: maskEmail(new_email) }),
        say('was_you'),
        say('not_you'),
        quietButton(say('action'), accountLinks.undoEmailChange(publicUrl, token)),
        linkValidity(words, linkLifetimes.undoEmailChange),
      ],
      { reason: 'account.reason.former_address' },
    ),
});

export const emailChangeUndone = declareMail({
  name: 'email_change_undone',
  to: 'the owner',
  when: 'a change of address was undone; the link sets a new password',
  retry: 'usual',
  find: findOwnerWithLink,
  text: (words, { token }, { publicUrl }) =>
    mailText(words, 'account.email_change_undone', (say) => [
      say('body'),
      say('advice'),
      button(say('action'), accountLinks.recoverPassword(publicUrl, token)),
      [linkValidity(words, linkLifetimes.recoverPassword), say('later')],
      { href: accountLinks.forgotPassword(publicUrl) },
    ]),
});

async function findFormerAddress(
  ctx: Context,
  ids: ChangeIds,
): Promise<FoundMail<{ new_email: string; token: string }> | undefined> {
  const found = await findChange(ctx, ids);
  if (!found) return undefined;
  const { owner, token, change } = found;
  const { old_email: to, new_email } = change;
  return { to, language: owner.language, facts: { new_email, token } };
}

async function findChange(
  ctx: Context,
  { email_change_id, link_id }: ChangeIds,
): Promise<{ change: EmailChange; owner: Account; token: string } | undefined> {
  const { database } = ctx;
  const change = await findEmailChange(database, email_change_id);
  const owner = change && (await findAccount(database, { id: change.user_id }));
  const link = await findUsableLink(ctx, link_id);
  return owner && link && { change, owner, token: link.token };
}
