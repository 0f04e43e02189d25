import type {
  changePasswordInput,
  resetPasswordInput,
} from '@zavet/contract/identity/account-schemas';
import type { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../../platform/http/route.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { type Account, confirmEmail, findAccount } from '../account-repository.ts';
import { cancelPendingEmailChange } from '../email-change/email-change-repository.ts';
import { endLostDeviceWait } from '../factors/lost-device.ts';
import { deleteUnusedLinks } from '../link-repository.ts';
import { accountLink } from '../links.ts';
import { findPerson } from '../profile/profile-repository.ts';
import { recordSecurityEvent } from '../security-event-repository.ts';
import { securityNotice } from '../security-mails.ts';
import { deleteAttempts } from '../sessions/attempt-repository.ts';
import { deleteDevices } from '../sessions/device-repository.ts';
import { rememberDevice } from '../sessions/devices.ts';
import { requireTypedPassword, withProof } from '../sessions/proof.ts';
import { deleteAllSessions, deleteOtherSessions } from '../sessions/session-repository.ts';
import { proofKey, signInKey } from '../sessions/throttling.ts';
import { listVoidPasswords, setPassword } from './password-repository.ts';
import { requireStrongPassword } from './password-strength.ts';
import { passwords } from './passwords.ts';

/** Changes the password and ends every other session. */
export async function changePassword(
  ctx: Context,
  owner: Owner,
  input: z.output<typeof changePasswordInput>,
  caller: Caller,
  cookies: Cookies,
): Promise<void> {
  const { database, clock } = ctx;
  const person = await findPerson(database, owner.user_id);
  if (!person) return fail('session_missing');
  requireStrongPassword(input.password, person.email);
  const passwordHash = await passwords(ctx).hash(input.password);
  await withProof(ctx, owner, input.current_password, caller, async (account) => {
    requireTypedPassword(account, input.current_password);
    await requireDifferentPassword(ctx, account, input.password);
    const now = clock.now();
    await setPassword(database, owner.user_id, passwordHash, now);
    await deleteOtherSessions(database, owner.user_id, owner.session_id);
    await deleteUnusedLinks(database, owner.user_id, 'recover_password');
    await cancelPendingEmailChange(database, owner.user_id, now);
    await endLostDeviceWait(ctx, owner.user_id, 'password_changed', caller);
    await deleteDevices(database, owner.user_id);
    await rememberDevice(ctx, cookies, owner.user_id);
    await recordSecurityEvent(database, owner.user_id, 'password_changed', caller, now);
    await notifyOfNewPassword(ctx, owner.user_id, now);
  });
}

/**
 * Sets a new password by a mailed link. The link also confirms the address and resets failed
 * attempts of strangers.
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
  if (owner) await requireDifferentPassword(ctx, owner, input.password);
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
    await cancelPendingEmailChange(database, account.id, now);
    await endLostDeviceWait(ctx, account.id, 'password_changed', caller);
    await deleteAllSessions(database, account.id);
    // With a second factor, a device becomes known only by the second step.
    if (!account.hasSecondFactor) {
      await deleteDevices(database, account.id);
      await rememberDevice(ctx, cookies, account.id);
    }
    await deleteAttempts(database, [signInKey(account.email), proofKey(account.id)]);
    await recordSecurityEvent(database, account.id, 'password_reset', caller, now);
    await notifyOfNewPassword(ctx, account.id, now);
  });
}

function notifyOfNewPassword(ctx: Context, user_id: string, now: Date): Promise<void> {
  const ids = { user_id, event: 'password_changed', at: now.toISOString() } as const;
  return enqueueMail(ctx, securityNotice, ids);
}

/**
 * Rejects the current password and compromised ones. While the address is unconfirmed, the current
 * password may be a stranger's, so it is not compared.
 */
async function requireDifferentPassword(ctx: Context, account: Account, password: string) {
  const { matches } = passwords(ctx);
  if (account.isVerified && (await matches(account.passwordHash, password))) {
    fail('password_unchanged', { fields: { password: 'password_unchanged' } });
  }
  for (const hash of await listVoidPasswords(ctx.database, account.id)) {
    if (await matches(hash, password)) {
      fail('password_compromised', { fields: { password: 'password_compromised' } });
    }
  }
}
