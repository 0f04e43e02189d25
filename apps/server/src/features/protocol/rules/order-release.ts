import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { newId } from '../../../platform/new-id.ts';
import { secondAddressReleased, secondAddressRemoved } from '../emails/second-address-mails.ts';
import { digestOfMailbox } from '../stop/stop-codes.ts';
import { deleteStopLinksOf } from '../stop/stop-link-repository.ts';
import { insertFormerAddress, type SecondAddress } from './second-address-repository.ts';

/**
 * Tells a second address that it is none any more, and the first one as well; its links stop nothing
 * any more. Of one that never confirmed nobody needs to hear.
 */
export async function orderRelease(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs' | 'serviceKey'>,
  { user_id, email, confirmed_at }: SecondAddress,
): Promise<void> {
  if (confirmed_at === null) return;
  const { database, clock, serviceKey } = ctx;
  const now = clock.now();
  await deleteStopLinksOf(database, user_id, digestOfMailbox(serviceKey, email));
  const former_id = newId();
  await insertFormerAddress(database, { id: former_id, user_id, email, created_at: now });
  await enqueueMail(ctx, secondAddressReleased, { former_id });
  await enqueueMail(ctx, secondAddressRemoved, { user_id, at: now.toISOString() });
}
