import type { emailChangeInput } from '@zavet/contract/identity/account-schemas';
import { linkLifetimes } from '@zavet/contract/timings';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { emit } from '../../../../feature.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { claimMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { addressChanged } from '../account-ports.ts';
import { confirmEmail, findAccount, isEmailTaken, lockUser } from '../account-repository.ts';
import { deleteUnusedLinks, type Link, updateLinkExpiry } from '../link-repository.ts';
import { accountLink, createLink } from '../links.ts';
import { recoverPassword } from '../passwords/password-mails.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { revokeAccessSince } from '../sessions/disown.ts';
import { withProof } from '../sessions/proof.ts';
import { emailChangeConfirm, emailChanged } from './email-change-mails.ts';
import {
  cancelPendingEmailChange,
  type EmailChange,
  findEmailChange,
  findPendingEmailChange,
  insertEmailChange,
  transitionEmailChange,
  undoLaterEmailChanges,
} from './email-change-repository.ts';
import { type EmailChangeEvent, nextEmailChangeState } from './email-change-rules.ts';

/**
 * The change takes effect when the new address is confirmed; the old address is notified
 * immediately. The response does not reveal an account with the new address.
 */
export async function requestEmailChange(
  ctx: Context,
  owner: Owner,
  { new_email, current_password }: z.output<typeof emailChangeInput>,
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  await withProof(ctx, owner, current_password, caller, async (account) => {
    const { id: user_id, email: old_email } = account;
    if (new_email === old_email) {
      fail('email_unchanged', { fields: { new_email: 'email_unchanged' } });
    }
    const now = clock.now();
    await cancelPendingEmailChange(database, user_id, now);
    const request = { user_id, old_email, new_email, requested_at: now };
    const change = { email_change_id: await insertEmailChange(database, request) };
    await recordSecurityEvent(database, user_id, 'email_change_requested', caller, now);
    const confirmId = await createLink(ctx, user_id, 'confirm_email_change', caller, change);
    const undoId = await createLink(ctx, user_id, 'undo_email_change', caller, change);
    if ((await claimMailAllowance(ctx, 'email_change', new_email)) === 0) {
      await enqueueMail(ctx, emailChangeConfirm, { ...change, link_id: confirmId });
    }
    await enqueueMail(ctx, emailChanged, { ...change, link_id: undoId, stage: 'requested' });
  });
}

/** Makes the new address the address of the account. Returns it. */
export async function confirmEmailChange(ctx: Context, token: string, caller: Caller) {
  const { database, clock } = ctx;
  const confirm = async (link: Link) => {
    const { id, user_id, new_email } = await transitionByLink(ctx, link, 'confirm');
    const now = clock.now();
    if (await isEmailTaken(database, new_email, now, user_id)) fail('email_taken');
    await changeAddress(ctx, user_id, new_email);
    await deleteUnusedLinks(database, user_id, 'recover_password');
    await recordSecurityEvent(database, user_id, 'email_changed', caller, now);
    const undoUntil = new Date(now.getTime() + linkLifetimes.undoEmailChange);
    const undo = await updateLinkExpiry(database, id, 'undo_email_change', undoUntil);
    if (undo) {
      const ids = { email_change_id: id, link_id: undo.id, stage: 'confirmed' } as const;
      await enqueueMail(ctx, emailChanged, ids);
    }
    return new_email;
  };
  try {
    return await accountLink('confirm_email_change').act(ctx, token, confirm);
  } catch (error) {
    if (isUniqueViolation(error)) return fail('email_taken');
    throw error;
  }
}

/**
 * Restores the old address. The requester knew the password, so it becomes void, all sessions end,
 * and the old address gets a link for a new password. Returns the old address.
 */
export function undoEmailChange(ctx: Context, token: string, caller: Caller): Promise<string> {
  const { database, clock } = ctx;
  return accountLink('undo_email_change').act(ctx, token, async (link) => {
    const change = await transitionByLink(ctx, link, 'undo');
    const { user_id, old_email, requested_at } = change;
    await undoLaterEmailChanges(database, change, clock.now());
    const account = await findAccount(database, { id: user_id });
    if (account?.email !== old_email) await changeAddress(ctx, user_id, old_email);
    await revokeAccessSince(ctx, user_id, requested_at, caller);
    await recordSecurityEvent(database, user_id, 'email_change_undone', caller, clock.now());
    const link_id = await createLink(ctx, user_id, 'recover_password', caller);
    await enqueueMail(ctx, recoverPassword, { user_id, link_id, cause: 'email_change_undone' });
    return old_email;
  });
}

/** Withdraws the pending change; its link no longer works. */
export function withdrawEmailChange(ctx: Context, { user_id }: Owner, caller: Caller) {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const pending = await findPendingEmailChange(database, user_id);
    if (!(await transition(ctx, pending, 'withdraw'))) fail('not_found');
    await recordSecurityEvent(database, user_id, 'email_change_withdrawn', caller, clock.now());
  });
}

async function changeAddress(ctx: Context, user_id: string, email: string): Promise<void> {
  await confirmEmail(ctx.database, user_id, ctx.clock.now(), email);
  await emit(ctx, addressChanged, { user_id, email });
}

async function transitionByLink(
  ctx: Context,
  { email_change_id }: Link,
  event: EmailChangeEvent,
): Promise<EmailChange> {
  const change = email_change_id ? await findEmailChange(ctx.database, email_change_id) : undefined;
  const isChanged = await transition(ctx, change, event);
  return change && isChanged ? change : fail('link_invalid');
}

async function transition(
  { database, clock }: Context,
  change: EmailChange | undefined,
  event: EmailChangeEvent,
): Promise<boolean> {
  const next = change && nextEmailChangeState(change.status, event);
  if (!next) return false;
  return transitionEmailChange(database, change, next, clock.now());
}
