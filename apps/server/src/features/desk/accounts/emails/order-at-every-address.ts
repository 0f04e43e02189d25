import type { Context } from '../../../../context.ts';
import type { Mail } from '../../../../platform/mail/mail.ts';
import { orderMail } from '../../../../platform/mail/order-mail.ts';
import { listOwnerAddresses, type OwnerAddress } from '../../../protocol/index.ts';

/** What somebody else did to an account is told at every address of its owner. */
export async function orderAtEveryAddress<Ids extends { user_id: string }>(
  { database, jobs }: Context,
  mail: Mail<never, Ids & { address: OwnerAddress }, unknown>,
  ids: Ids,
): Promise<void> {
  for (const { address } of await listOwnerAddresses(database, ids.user_id)) {
    await orderMail({ jobs }, mail, { ...ids, address });
  }
}
