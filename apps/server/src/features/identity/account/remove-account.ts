import type { Context } from '../../../context.ts';
import { emit } from '../../../feature.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { accountDeleted, accountLeaving } from './account-ports.ts';
import { type Account, deleteUser } from './account-repository.ts';
import { deleteRequestsOf } from './account-request-repository.ts';
import { insertDeletionNotice } from './deletion-notice-repository.ts';
import { secondStepKey } from './factors/second-step/second-step-throttle.ts';
import { proofsKey } from './proof-throttle.ts';
import { deleteAttempts } from './sign-in-attempt-repository.ts';
import { attemptsKey } from './sign-in-throttle.ts';

/**
 * Everything of an account goes: rows, key, sessions, bindings; objects follow by themselves, and a
 * tombstone keeps it so after a restore. In the caller's transaction, which has locked the account
 * and the owners whose contact this person is. The last mail also goes to the other addresses.
 */
export async function removeAccount(
  ctx: Context,
  { id, email, language }: Account,
  lastMail: Mail<never, { notice_id: string }, unknown>,
  otherAddresses: readonly string[] = [],
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  await deleteRequestsOf(database, email);
  await deleteAttempts(database, [attemptsKey(email), proofsKey(id), secondStepKey(id)]);
  await emit(ctx, accountLeaving, { user_id: id });
  await deleteUser(database, id, now);
  await emit(ctx, accountDeleted, { user_id: id, at: now });
  for (const address of [email, ...otherAddresses]) {
    const notice = { email: address, language, deleted_at: now };
    const notice_id = await insertDeletionNotice(database, notice);
    await enqueueMail(ctx, lastMail, { notice_id });
  }
}
