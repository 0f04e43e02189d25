import type { resetPasswordInput } from '@zavet/contract/account/account-schemas';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Caller, Cookies } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { confirmEmail, findAccount, forgetDevices } from './account-repository.ts';
import { cancelPendingEmailChange } from './cancel-email-change.ts';
import { passwordChanged } from './emails/security-mails.ts';
import { endWait } from './factors/lost-device/end-wait.ts';
import { rememberSignInDevice } from './known-device.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { accountLink } from './links.ts';
import { setPassword } from './password-repository.ts';
import { requireStrongPassword } from './password-strength.ts';
import { passwords } from './passwords.ts';
import { proofsKey } from './proof-throttle.ts';
import { requireOtherPassword } from './require-other-password.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { deleteAllSessions } from './session-repository.ts';
import { deleteAttempts } from './sign-in-attempt-repository.ts';
import { attemptsKey } from './sign-in-throttle.ts';

/**
 * Sets a new password with a mailed link. The mailbox has spoken, so the address counts as
 * confirmed and an account that strangers slowed down is free again.
 */
export async function resetPassword(
  ctx: Context,
  input: z.output<typeof resetPasswordInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  const { database, clock } = ctx;
  const recovery = accountLink('recover_password');
  const { user_id } = await recovery.open(ctx, input.token);
  const owner = await findAccount(database, { id: user_id });
  requireStrongPassword(input.password, owner?.email ?? '');
  if (owner) await requireOtherPassword(ctx, owner, input.password);
  const passwordHash = await passwords(ctx).hash(input.password);
  await recovery.act(ctx, input.token, async () => {
    const account = await findAccount(database, { id: user_id });
    if (!account) return;
    const now = clock.now();
    await setPassword(database, account.id, passwordHash, now);
    if (!account.isVerified) {
      await confirmEmail(database, account.id, now);
      await deleteUnusedLinks(database, account.id, 'verify_email');
    }
    await deleteUnusedLinks(database, account.id, 'recover_password');
    await cancelPendingEmailChange(ctx, account.id);
    await endWait(ctx, account.id, 'password_changed', caller);
    await deleteAllSessions(database, account.id);
    // With a second factor a mailbox says nothing about browsers: the second step does.
    if (!account.hasSecondFactor) {
      await forgetDevices(database, account.id);
      await rememberSignInDevice(ctx, cookies, account.id);
    }
    await deleteAttempts(database, [attemptsKey(account.email), proofsKey(account.id)]);
    await recordSecurityEvent(database, account.id, 'password_reset', caller, now);
    const at = now.toISOString();
    await enqueueMail(ctx, passwordChanged, { user_id: account.id, at });
  });
}
