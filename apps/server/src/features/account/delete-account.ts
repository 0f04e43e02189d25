import type { deleteAccountInput } from '@zavet/contract/account/account-schemas';
import { isDeletionWord } from '@zavet/contract/account/deletion-word';
import type { z } from 'zod';
import { fail } from '../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../platform/http/route.ts';
import { orderMail } from '../../platform/mail/order-mail.ts';
import type { AccountDeps } from './account-deps.ts';
import { type Account, deleteUser } from './account-repository.ts';
import { deleteRequestsOf } from './account-request-repository.ts';
import { insertDeletionNotice } from './deletion-notice-repository.ts';
import { accountDeleted } from './emails/security-mails.ts';
import { proofsKey } from './proof-throttle.ts';
import { withProvenPassword } from './prove-password.ts';
import { clearSessionCookies } from './session-cookies.ts';
import { deleteAttempts } from './sign-in-attempt-repository.ts';
import { attemptsKey } from './sign-in-throttle.ts';

/** Deletes everything of the account at once. Sessions end with it. */
export async function deleteAccount(
  deps: AccountDeps,
  owner: Owner,
  input: z.output<typeof deleteAccountInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  const { database, clock, log } = deps;
  if (!isDeletionWord(input.confirmation_word)) {
    fail('wrong_confirmation_word', {
      fields: { confirmation_word: 'wrong_confirmation_word' },
    });
  }
  const now = clock.now();
  const othersTouched = await deps.contactEntries.ownersOf(owner.user_id);
  const remove = async (account: Account) => {
    await deleteRequestsOf(database, account.email);
    await deleteAttempts(database, [attemptsKey(account.email), proofsKey(account.id)]);
    await deps.accountLeaves(account.id);
    await deps.contactEntries.accountLeaves(account.id);
    await deleteUser(database, account.id, now);
    await deps.accountDeleted(account.id, now);
    const { email, language } = account;
    const notice_id = await insertDeletionNotice(database, { email, language, deleted_at: now });
    await orderMail(deps, accountDeleted, { notice_id });
  };
  await withProvenPassword(deps, owner, input.current_password, caller, remove, othersTouched);
  clearSessionCookies(cookies);
  const { request_id, address, user_agent: browser } = caller;
  // Events go with the account, so this one is kept by the log alone.
  log.info(
    { code: 'account_deleted', user_id: owner.user_id, request_id, address, browser },
    'account deleted',
  );
}
