import type { deleteAccountInput } from '@zavet/contract/account/account-schemas';
import { isDeletionWord } from '@zavet/contract/account/deletion-word';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../audit/index.ts';
import { ownersNaming } from './account-ports.ts';
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
  ctx: Context,
  owner: Owner,
  input: z.output<typeof deleteAccountInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  const { log } = ctx;
  if (!isDeletionWord(input.confirmation_word)) {
    fail('wrong_confirmation_word', {
      fields: { confirmation_word: 'wrong_confirmation_word' },
    });
  }
  const accountsToLock = await ownersNaming(ctx)(owner.user_id);
  const remove = async (account: Account) => {
    requireTypedPassword(account, input.current_password);
    if (input.withdraws_consent) await recordWithdrawal(ctx, account.id);
    const lastMail = input.withdraws_consent ? consentWithdrawn : accountDeleted;
    await removeAccount(ctx, account, lastMail);
  };
  await withProvenPassword(ctx, owner, input.current_password, caller, remove, accountsToLock);
  clearSessionCookies(cookies);
  const { request_id, address, user_agent: browser } = caller;
  // Events go with the account, so this one is kept by the log alone.
  log.info(
    { code: 'account_deleted', user_id: owner.user_id, request_id, address, browser },
    'account deleted',
  );
}

/** What the law wants to be shown later: which consent ended, and when. It names nobody but by id. */
async function recordWithdrawal(ctx: Context, userId: string): Promise<void> {
  const consents = await listConsents(ctx.database, userId);
  const editions = consents
    .filter(({ document }) => document === 'personal_data_consent')
    .map(({ version }) => version);
  await appendAudit(ctx, {
    actor: { kind: 'owner', id: userId },
    act: 'consent_withdrawn',
    owner_id: userId,
    facts: { document: 'personal_data_consent', edition: editions.sort().at(-1) ?? null },
  });
}
