import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { hasKnownDevices, lockUser } from './account-repository.ts';
import { newDevice } from './emails/security-mails.ts';
import { createLink } from './links.ts';
import type { EventOrigin } from './security-event-repository.ts';

/**
 * The first sign-in of an account is no news; from any other unknown browser it is. The link disowns
 * factors added from `at` on.
 */
export async function tellOfNewDevice(
  ctx: Context,
  userId: string,
  caller: EventOrigin,
  at: Date,
): Promise<void> {
  // Of two first sign-ins at once the second is news.
  await lockUser(ctx.database, userId);
  if (!(await hasKnownDevices(ctx.database, userId))) return;
  const linkId = await createLink(ctx, userId, 'disown_sign_in', caller, { created_at: at });
  await enqueueMail(ctx, newDevice, { user_id: userId, link_id: linkId });
}
