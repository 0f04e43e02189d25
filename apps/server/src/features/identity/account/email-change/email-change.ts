import type { emailChangeInput } from '@zavet/contract/identity/account-schemas';
import { linkLifetimes } from '@zavet/contract/timings';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { emit } from '../../../../feature.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Owner } from '../../../../platform/http/route.ts';
import { newId } from '../../../../platform/ids.ts';
import { claimMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { addressChanged } from '../account-ports.ts';
import { confirmEmail, findAccount, isEmailTaken, lockUser } from '../account-repository.ts';
import { deleteUnusedLinks, type Link, updateLinkExpiry } from '../link-repository.ts';
import { accountLink, createLink } from '../links.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { revokeAccessSince } from '../sessions/disown.ts';
import { withProof } from '../sessions/proof.ts';
import {
  emailChangeConfirm,
  emailChanged,
  emailChangeNotice,
  emailChangeUndone,
} from './email-change-mails.ts';
import {
  type EmailChange,
  findEmailChange,
  findPendingEmailChange,
  insertEmailChange,
  transitionEmailChange,
  undoLaterEmailChanges,
} from './email-change-repository.ts';
import { type EmailChangeEvent, nextEmailChangeState } from './email-change-rules.ts';

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
  await withProof(ctx, owner, input.current_password, caller, async (account) => {
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
    await enqueueMails(ctx, account.id, changeId, input.new_email, caller);
  });
}

async function enqueueMails(
  ctx: Context,
  userId: string,
  changeId: string,
  newEmail: string,
  caller: Caller,
): Promise<void> {
  const change = { email_change_id: changeId };
  const confirmId = await createLink(ctx, userId, 'confirm_email_change', caller, change);
  const undoId = await createLink(ctx, userId, 'undo_email_change', caller, change);
  if ((await claimMailAllowance(ctx, 'email_change', newEmail)) === 0) {
    await enqueueMail(ctx, emailChangeConfirm, { ...change, link_id: confirmId });
  }
  await enqueueMail(ctx, emailChangeNotice, { ...change, link_id: undoId });
}

/** The new address confirms: from now on it is the one to sign in with. */
export async function confirmEmailChange(
  ctx: Context,
  token: string,
  caller: Caller,
): Promise<string> {
  try {
    return await accountLink('confirm_email_change').act(ctx, token, (link) =>
      confirm(ctx, link, caller),
    );
  } catch (error) {
    if (isUniqueViolation(error)) return fail('email_taken');
    throw error;
  }
}

async function confirm(ctx: Context, link: Link, caller: Caller): Promise<string> {
  const { database, clock } = ctx;
  const change = await transition(ctx, link, 'confirm');
  const now = clock.now();
  const undoableSince = new Date(now.getTime() - linkLifetimes.undoEmailChange);
  if (await isEmailTaken(database, change.new_email, undoableSince, change.user_id)) {
    fail('email_taken');
  }
  await changeAddress(ctx, change.user_id, change.new_email);
  await deleteUnusedLinks(database, change.user_id, 'recover_password');
  await recordSecurityEvent(database, change.user_id, 'email_changed', caller, now);
  const undoUntil = new Date(now.getTime() + linkLifetimes.undoEmailChange);
  const undo = await updateLinkExpiry(database, change.id, 'undo_email_change', undoUntil);
  if (undo) {
    await enqueueMail(ctx, emailChanged, { email_change_id: change.id, link_id: undo.id });
  }
  return change.new_email;
}

/**
 * The old address takes the change back. The one who asked for it knew the password: it no
 * longer works, every session ends, and the old address gets a link for a new password.
 */
export async function undoEmailChange(
  ctx: Context,
  token: string,
  caller: Caller,
): Promise<string> {
  const { database, clock } = ctx;
  return accountLink('undo_email_change').act(ctx, token, async (link) => {
    const change = await transition(ctx, link, 'undo');
    await undoLaterEmailChanges(database, change, clock.now());
    const account = await findAccount(database, { id: change.user_id });
    if (account?.email !== change.old_email) {
      await changeAddress(ctx, change.user_id, change.old_email);
    }
    await revokeAccessSince(ctx, change.user_id, change.requested_at, caller);
    await recordSecurityEvent(database, change.user_id, 'email_change_undone', caller, clock.now());
    const recoveryId = await createLink(ctx, change.user_id, 'recover_password', caller);
    const ids = { user_id: change.user_id, link_id: recoveryId };
    await enqueueMail(ctx, emailChangeUndone, ids);
    return change.old_email;
  });
}

/** From now on this is the person's address, also where others named them as a contact. */
async function changeAddress(ctx: Context, user_id: string, email: string): Promise<void> {
  await confirmEmail(ctx.database, user_id, ctx.clock.now(), email);
  await emit(ctx, addressChanged, { user_id, email });
}

async function transition(
  { database, clock }: Context,
  link: Link,
  event: EmailChangeEvent,
): Promise<EmailChange> {
  const change = link.email_change_id
    ? await findEmailChange(database, link.email_change_id)
    : undefined;
  const next = change && nextEmailChangeState(change.status, event);
  if (!change || !next) return fail('link_invalid');
  const isMoved = await transitionEmailChange(
    database,
    change.id,
    change.status,
    next,
    clock.now(),
  );
  return isMoved ? change : fail('link_invalid');
}

/** The owner does not want the new address any more. Its link no longer works. */
export function withdrawEmailChange(
  { database, clock }: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<void> {
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const pending = await findPendingEmailChange(database, user_id);
    const next = pending && nextEmailChangeState(pending.status, 'withdraw');
    const now = clock.now();
    if (!next || !(await transitionEmailChange(database, pending.id, pending.status, next, now))) {
      fail('not_found');
    }
    await recordSecurityEvent(database, user_id, 'email_change_withdrawn', caller, now);
  });
}

/** Ends a change that waits: a newer one replaces it, or its asker may not have been the owner. */
export async function cancelPendingEmailChange(
  { database, clock }: Context,
  userId: string,
): Promise<void> {
  const pending = await findPendingEmailChange(database, userId);
  const next = pending && nextEmailChangeState(pending.status, 'replace');
  if (next) await transitionEmailChange(database, pending.id, pending.status, next, clock.now());
}
