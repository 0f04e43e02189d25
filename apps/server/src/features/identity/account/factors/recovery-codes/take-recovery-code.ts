import type { Context } from '../../../../../context.ts';
import { enqueueMail } from '../../../../../platform/mail/enqueue-mail.ts';
import { createLink } from '../../links.ts';
import { type EventOrigin, recordSecurityEvent } from '../../security-event-repository.ts';
import { recoveryCodeUsed } from '../emails/factor-mails.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-code-repository.ts';
import { recoveryDigests } from './recovery-digests.ts';

/** Uses a recovery code up, once, under the account's lock, and tells the owner what is left. */
export async function takeRecoveryCode(
  ctx: Context,
  userId: string,
  code: string,
  caller: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const now = clock.now();
  const digest = recoveryDigests(ctx).digestOf(userId, code);
  if (!(await spendRecoveryCode(database, userId, digest, now))) return false;
  const left = await countRecoveryCodes(database, userId);
  await recordSecurityEvent(database, userId, 'recovery_code_used', caller, now);
  const link_id = await createLink(ctx, userId, 'disown_factor', caller);
  await enqueueMail(ctx, recoveryCodeUsed, { user_id: userId, link_id, left });
  return true;
}
