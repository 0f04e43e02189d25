import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { secondAddressReleased, secondAddressRemoved } from '../emails/settings-mails.ts';
import { digestOfMailbox } from '../stop/stop-codes.ts';
import { deleteVetoLinksOf } from '../stop/stop-link-repository.ts';
import { insertFormerAddress, type SecondAddress } from './second-address-repository.ts';

/**
 * Tells a second address that it is none any more, and the first one as well; its links stop nothing
 * any more. Of one that never confirmed nobody needs to hear.
 */
export async function releaseSecondAddress(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs' | 'serviceKey'>,
  { user_id, email, confirmed_at }: SecondAddress,
): Promise<void> {
  if (confirmed_at === null) return;
  const { database, clock, serviceKey } = ctx;
  const now = clock.now();
  await deleteVetoLinksOf(database, user_id, digestOfMailbox(serviceKey, email));
  const former_id = newId();
  await insertFormerAddress(database, { id: former_id, user_id, email, created_at: now });
  await enqueueMail(ctx, secondAddressReleased, { former_id });
  await enqueueMail(ctx, secondAddressRemoved, { user_id, at: now.toISOString() });
}
