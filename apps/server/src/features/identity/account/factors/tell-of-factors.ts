import type { Context } from '../../../../context.ts';
import { enqueueMail } from '../../../../platform/mail/enqueue-mail.ts';
import { createLink } from '../links.ts';
import { type EventOrigin, recordSecurityEvent } from '../security-event-repository.ts';
import { type FactorChange, factorsChanged } from './emails/factor-mails.ts';

/**
 * Records the change and notifies the owner, with a link that disowns it. The link is as old as the
 * change: it disowns factors added from `at` on.
 */
export async function tellOfFactors(
  ctx: Context,
  userId: string,
  change: FactorChange,
  caller: EventOrigin,
  at: Date,
): Promise<void> {
  const { database } = ctx;
  await recordSecurityEvent(database, userId, change, caller, at);
  const link_id = await createLink(ctx, userId, 'disown_factor', caller, { created_at: at });
  await enqueueMail(ctx, factorsChanged, { user_id: userId, link_id, change });
}
