import type { Mail } from '../../../platform/mail/mail.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import type { OwnerMailIds } from '../emails/rearming-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { listOwnerAddresses } from '../rules/address-repository.ts';

/** Orders a mail to every address of an owner, in the transaction of its cause. */
export async function tellOwner<Ids extends object>(
  { database, jobs }: Pick<ProtocolDeps, 'database' | 'jobs'>,
  ownerId: string,
  mail: Mail<never, OwnerMailIds & Ids, unknown>,
  ids: NoInfer<Ids>,
): Promise<void> {
  for (const { address } of await listOwnerAddresses(database, ownerId)) {
    await orderMail({ jobs }, mail, { ...ids, owner_id: ownerId, address });
  }
}
