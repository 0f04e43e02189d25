import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../../platform/mail/mail.ts';
import { accountPages, findUsableLink, linkValidity, maskEmail } from '../account-mail-parts.ts';
import { type Account, findAccount, isEmailTaken } from '../account-repository.ts';
import { type EmailChange, findEmailChange } from './email-change-repository.ts';

interface ChangeIds {
  email_change_id: string;
  link_id: string;
}

/** The token is undefined if the new address has an account, whose owner is notified instead. */
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
          quietButton(say('action'), accountPages.login(publicUrl)),
        ])
      : mailText(
          words,
          'account.email_change_confirm',
          (say) => [
            say('body'),
            button(say('action'), accountPages.confirmEmailChange(publicUrl, token)),
            linkValidity(words, linkLifetimes.confirmEmailChange),
          ],
          { reason: 'account.reason.new_address' },
        ),
});

interface FormerAddressIds extends ChangeIds {
  stage: 'requested' | 'confirmed';
}

export const emailChanged = declareMail({
  name: 'email_changed',
  to: 'the former address',
  when: 'a change of address is requested, and when the new address was confirmed; the link undoes it',
  retry: 'usual',
  find: async (ctx: Context, { stage, ...ids }: FormerAddressIds) => {
    const found = await findChange(ctx, ids);
    if (!found) return undefined;
    const { owner, token, change } = found;
    const { old_email: to, new_email } = change;
    return { to, language: owner.language, facts: { stage, new_email, token } };
  },
  text: (words, { stage, new_email, token }, { publicUrl }) =>
    mailText(
      words,
      `account.email_changed.${stage}`,
      (say) => [
        say('body', { email: maskEmail(new_email) }),
        say('not_you'),
        quietButton(say('action'), accountPages.undoEmailChange(publicUrl, token)),
        linkValidity(
          words,
          stage === 'requested' ? linkLifetimes.confirmEmailChange : linkLifetimes.undoEmailChange,
        ),
      ],
      {
        reason: stage === 'requested' ? 'account.reason.account' : 'account.reason.former_address',
      },
    ),
});

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
