import type { changePasswordInput } from '@zavet/contract/account/account-schemas';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Cookies, Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { forgetDevices } from './account-repository.ts';
import { cancelPendingEmailChange } from './cancel-email-change.ts';
import { passwordChanged } from './emails/security-mails.ts';
import { endWait } from './factors/lost-device/end-wait.ts';
import { rememberSignInDevice } from './known-device.ts';
import { deleteUnusedLinks } from './link-repository.ts';
import { setPassword } from './password-repository.ts';
import { requireStrongPassword } from './password-strength.ts';
import { passwords } from './passwords.ts';
import { findPerson } from './person-repository.ts';
import { withProvenPassword } from './prove-password.ts';
import { requireOtherPassword } from './require-other-password.ts';
import { requireTypedPassword } from './require-typed-password.ts';
import { recordSecurityEvent } from './security-event-repository.ts';
import { deleteOtherSessions } from './session-repository.ts';

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
  await withProvenPassword(ctx, owner, input.current_password, caller, async (account) => {
    requireTypedPassword(account, input.current_password);
    await requireOtherPassword(ctx, account, input.password);
    await setPassword(database, owner.user_id, passwordHash, clock.now());
    await deleteOtherSessions(database, owner.user_id, owner.session_id);
    await deleteUnusedLinks(database, owner.user_id, 'recover_password');
    await cancelPendingEmailChange(ctx, owner.user_id);
    await endWait(ctx, owner.user_id, 'password_changed', caller);
    await forgetDevices(database, owner.user_id);
    await rememberSignInDevice(ctx, cookies, owner.user_id);
    const now = clock.now();
    await recordSecurityEvent(database, owner.user_id, 'password_changed', caller, now);
    const at = now.toISOString();
    await enqueueMail(ctx, passwordChanged, { user_id: owner.user_id, at });
  });
}
