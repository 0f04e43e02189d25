import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { forgetDevices } from './account-repository.ts';
import { cancelPendingEmailChange } from './cancel-email-change.ts';
import { disownFactorsSince, hasSecondFactor } from './factors/factor-repository.ts';
import { endWait } from './factors/lost-device/end-wait.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { createLink } from './links.ts';
import { voidPassword } from './password-repository.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { deleteAllSessions } from './session-repository.ts';

/**
 * Ends every way into the account that an intruder may have used since that moment: sessions end, the
 * password is void, and factors added since are disowned. No factor is removed: the caller may hold
 * nothing but the mailbox. In the caller's transaction, which has locked the account.
 */
export async function endIntrusion(
  ctx: Context,
  userId: string,
  since: Date,
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  await disownFactorsSince(database, userId, since, now);
  await voidPassword(database, userId, now);
  await deleteAllSessions(database, userId);
  // Known browsers have their own count of wrong second steps: a mailbox alone does not reset it.
  const isGuarded = await hasSecondFactor(database, userId);
  await forgetDevices(database, userId, isGuarded ? since : undefined);
  await endWait(ctx, userId, 'password_changed', caller);
  await deleteUnusedLinks(database, userId, 'recover_password');
}

/** The same for a disowned sign-in or factor, with its event. Gives a link for a new password. */
export async function endAllAccess(
  ctx: Context,
  userId: string,
  { since, kind }: { since: Date; kind: 'sign_in_disowned' | 'factor_disowned' },
  caller: Caller,
): Promise<string> {
  await endIntrusion(ctx, userId, since, caller);
  await cancelPendingEmailChange(ctx, userId);
  await recordSecurityEvent(ctx.database, userId, kind, caller, ctx.clock.now());
  return createLink(ctx, userId, 'recover_password', caller);
}
