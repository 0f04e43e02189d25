import type { deleteAccountInput } from '@zavet/contract/account/account-schemas';
import { isDeletionWord } from '@zavet/contract/account/deletion-word';
import type { z } from 'zod';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../audit/index.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Account } from './account-repository.ts';
import { listConsents } from './consent-repository.ts';
import { consentWithdrawn } from './emails/privacy-mails.ts';
import { accountDeleted } from './emails/security-mails.ts';
import { withProvenPassword } from './prove-password.ts';
import { removeAccount } from './remove-account.ts';
import { requireTypedPassword } from './require-typed-password.ts';
import { clearSessionCookies } from './session-cookies.ts';

/** Deletes everything of the account at once. Sessions end with it. */
export async function deleteAccount(
  deps: AccountDeps,
  owner: Owner,
  input: z.output<typeof deleteAccountInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  const { log } = deps;
  if (!isDeletionWord(input.confirmation_word)) {
    fail('wrong_confirmation_word', {
      fields: { confirmation_word: 'wrong_confirmation_word' },
    });
  }
  const othersTouched = await deps.contactEntries.ownersOf(owner.user_id);
  const remove = async (account: Account) => {
    requireTypedPassword(account, input.current_password);
    if (input.withdraws_consent) await recordWithdrawal(deps, account.id);
    const lastMail = input.withdraws_consent ? consentWithdrawn : accountDeleted;
    await removeAccount(deps, account, lastMail);
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

/** What the law wants to be shown later: which consent ended, and when. It names nobody but by id. */
async function recordWithdrawal(deps: AccountDeps, userId: string): Promise<void> {
  const consents = await listConsents(deps.database, userId);
  const editions = consents
    .filter(({ document }) => document === 'personal_data_consent')
    .map(({ version }) => version);
  await appendAudit(deps, {
    actor: { kind: 'owner', id: userId },
    act: 'consent_withdrawn',
    owner_id: userId,
    facts: { document: 'personal_data_consent', edition: editions.sort().at(-1) ?? null },
  });
}
