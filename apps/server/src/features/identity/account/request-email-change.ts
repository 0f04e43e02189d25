import type { emailChangeInput } from '@zavet/contract/account/account-schemas';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { takeMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { newId } from '../../../platform/new-id.ts';
import { cancelPendingEmailChange } from './cancel-email-change.ts';
import { insertEmailChange } from './email-change-repository.ts';
import { emailChangeConfirm, emailChangeNotice } from './emails/email-change-mails.ts';
import { createLink } from './links.ts';
import { withProvenPassword } from './prove-password.ts';
import { recordSecurityEvent } from './security-event-repository.ts';

/**
 * Asks for another sign-in address. Nothing changes until the new address is confirmed; the old
 * one learns of it at once. Whether the new address has an account is not told here.
 */
export async function requestEmailChange(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof emailChangeInput>,
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  await withProvenPassword(ctx, owner, input.current_password, caller, async (account) => {
    if (input.new_email === account.email) {
      fail('email_unchanged', { fields: { new_email: 'email_unchanged' } });
    }
    const now = clock.now();
    await cancelPendingEmailChange(ctx, account.id);
    const changeId = newId();
    await insertEmailChange(database, {
      id: changeId,
      user_id: account.id,
      old_email: account.email,
      new_email: input.new_email,
      status: 'pending',
      requested_at: now,
      confirmed_at: null,
      ended_at: null,
    });
    await recordSecurityEvent(database, account.id, 'email_change_requested', caller, now);
    await orderBothMails(ctx, account.id, changeId, input.new_email, caller);
  });
}

async function orderBothMails(
  ctx: Context,
  userId: string,
  changeId: string,
  newEmail: string,
  caller: Caller,
): Promise<void> {
  const change = { email_change_id: changeId };
  const confirmId = await createLink(ctx, userId, 'confirm_email_change', caller, change);
  const undoId = await createLink(ctx, userId, 'undo_email_change', caller, change);
  if ((await takeMailAllowance(ctx, 'email_change', newEmail)) === 0) {
    await enqueueMail(ctx, emailChangeConfirm, { ...change, link_id: confirmId });
  }
  await enqueueMail(ctx, emailChangeNotice, { ...change, link_id: undoId });
}
