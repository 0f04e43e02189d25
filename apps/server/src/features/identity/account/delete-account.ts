import { isDeletionWord } from '@zavet/contract/identity/account-rules';
import type { deleteAccountInput } from '@zavet/contract/identity/account-schemas';
import { serviceTerms } from '@zavet/contract/service-terms';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { emit } from '../../../feature.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { appendAudit } from '../audit/index.ts';
import { accountDeleted, accountDeleting, ownersWithContact } from './account-ports.ts';
import {
  type Account,
  deleteAccountRequests,
  deleteUser,
  insertDeletionNotice,
} from './account-repository.ts';
import { listConsents } from './consent-repository.ts';
import { accountDeletedMail, type DeletionCause } from './deletion-mails.ts';
import { deleteAttempts } from './sessions/attempt-repository.ts';
import { requireTypedPassword, withProof } from './sessions/proof.ts';
import { clearSessionCookies } from './sessions/session-cookies.ts';
import { proofKey, secondStepKey, signInKey } from './sessions/throttling.ts';
import type { Suspension } from './suspension-repository.ts';

/** Deletes the account, its data and its sessions. */
export async function deleteAccount(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof deleteAccountInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  if (!isDeletionWord(input.confirmation_word)) {
    fail('wrong_confirmation_word', { fields: { confirmation_word: 'wrong_confirmation_word' } });
  }
  const accountsToLock = await ownersWithContact(ctx)(owner.user_id);
  const remove = async (account: Account) => {
    requireTypedPassword(account, input.current_password);
    if (input.withdraws_consent) await recordWithdrawal(ctx, account.id);
    await removeAccount(ctx, account, input.withdraws_consent ? 'consent_withdrawn' : 'requested');
  };
  await withProof(ctx, owner, input.current_password, caller, remove, accountsToLock);
  clearSessionCookies(cookies);
  const { request_id, address, user_agent: browser } = caller;
  // Security events are deleted with the account; only the log keeps this one.
  ctx.log.info(
    { code: 'account_deleted', user_id: owner.user_id, request_id, address, browser },
    'account deleted',
  );
}

/**
 * Required by law: records the withdrawn edition and the date, without personal data but the id.
 */
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

/**
 * Deletes all rows and the key of an account, and leaves a tombstone; files are removed later. Runs
 * in the caller's transaction, which has locked the account and the owners who have this user as a
 * contact.
 */
export async function removeAccount(
  ctx: Context,
  { id, email, language }: Account,
  cause: DeletionCause,
  otherAddresses: readonly string[] = [],
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  await deleteAccountRequests(database, email);
  await deleteAttempts(database, [signInKey(email), proofKey(id), secondStepKey(id)]);
  await emit(ctx, accountDeleting, { user_id: id });
  await deleteUser(database, id, now);
  await emit(ctx, accountDeleted, { user_id: id, at: now });
  for (const address of [email, ...otherAddresses]) {
    const notice = { email: address, language, deleted_at: now };
    const notice_id = await insertDeletionNotice(database, notice);
    await enqueueMail(ctx, accountDeletedMail, { notice_id, cause });
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Earliest deletion of the suspended account, as announced in its mail. Null if an intruder was the
 * reason: the owner has violated nothing.
 */
export function deletableFrom({ suspended_at, reason }: Suspension): Date | null {
  if (reason === 'stranger_in_account') return null;
  return new Date(suspended_at.getTime() + serviceTerms.suspendedBeforeDeletionDays * dayMs);
}
