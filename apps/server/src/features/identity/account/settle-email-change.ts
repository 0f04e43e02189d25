import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { emit } from '../../../feature.ts';
import { isUniqueViolation } from '../../../platform/database/sql-state.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { addressChanged } from './account-ports.ts';
import { confirmEmail, findAccount, isEmailTaken } from './account-repository.ts';
import {
  type EmailChange,
  endLaterEmailChanges,
  findEmailChange,
  moveEmailChange,
} from './email-change-repository.ts';
import { type EmailChangeEvent, nextEmailChangeState } from './email-change-rules.ts';
import { emailChanged, emailChangeUndone } from './emails/email-change-mails.ts';
import { endIntrusion } from './end-all-access.ts';
import { deleteUnusedLinks, type Link, moveLinkExpiry } from './link-repository.ts';
import { accountLink, createLink } from './links.ts';
import { recordSecurityEvent } from './security-event-repository.ts';

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
  const change = await moveChange(ctx, link, 'confirm');
  const now = clock.now();
  const undoableSince = new Date(now.getTime() - linkLifetimes.undoEmailChange);
  if (await isEmailTaken(database, change.new_email, undoableSince, change.user_id)) {
    fail('email_taken');
  }
  await takeAddress(ctx, change.user_id, change.new_email);
  await deleteUnusedLinks(database, change.user_id, 'recover_password');
  await recordSecurityEvent(database, change.user_id, 'email_changed', caller, now);
  const undoUntil = new Date(now.getTime() + linkLifetimes.undoEmailChange);
  const undo = await moveLinkExpiry(database, change.id, 'undo_email_change', undoUntil);
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
    const change = await moveChange(ctx, link, 'undo');
    await endLaterEmailChanges(database, change, clock.now());
    const account = await findAccount(database, { id: change.user_id });
    if (account?.email !== change.old_email) {
      await takeAddress(ctx, change.user_id, change.old_email);
    }
    await endIntrusion(ctx, change.user_id, change.requested_at, caller);
    await recordSecurityEvent(database, change.user_id, 'email_change_undone', caller, clock.now());
    const recoveryId = await createLink(ctx, change.user_id, 'recover_password', caller);
    const ids = { user_id: change.user_id, link_id: recoveryId };
    await enqueueMail(ctx, emailChangeUndone, ids);
    return change.old_email;
  });
}

/** From now on this is the person's address, also where others named them as a contact. */
async function takeAddress(ctx: Context, user_id: string, email: string): Promise<void> {
  await confirmEmail(ctx.database, user_id, ctx.clock.now(), email);
  await emit(ctx, addressChanged, { user_id, email });
}

async function moveChange(
  { database, clock }: Context,
  link: Link,
  event: EmailChangeEvent,
): Promise<EmailChange> {
  const change = link.email_change_id
    ? await findEmailChange(database, link.email_change_id)
    : undefined;
  const next = change && nextEmailChangeState(change.status, event);
  if (!change || !next) return fail('link_invalid');
  const isMoved = await moveEmailChange(database, change.id, change.status, next, clock.now());
  return isMoved ? change : fail('link_invalid');
}
