import type { Context } from '../../../../context.ts';
import type { Mail } from '../../../../platform/mail/mail.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { listOwnerAddresses, type OwnerAddress } from '../../../protocol/index.ts';

/** What somebody else did to an account is told at every address of its owner. */
export async function orderAtEveryAddress<Ids extends { user_id: string }>(
  { database, jobs }: Context,
  mail: Mail<never, Ids & { address: OwnerAddress }, unknown>,
  ids: Ids,
): Promise<void> {
  for (const { address } of await listOwnerAddresses(database, ids.user_id)) {
    await enqueueMail({ jobs }, mail, { ...ids, address });
  }
}
