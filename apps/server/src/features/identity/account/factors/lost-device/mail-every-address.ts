import type { Mail } from '../../../../../platform/mail/mail.ts';
import { orderMail } from '../../../../../platform/mail/order-mail.ts';
import type { AccountDeps, OwnerAddress } from '../../account-deps.ts';
import { createLink } from '../../links.ts';
import type { EventOrigin } from '../../security-event-repository.ts';

/** Orders a mail to every address of an owner, in the transaction of its cause. */
export async function mailEveryAddress<Ids extends { address: OwnerAddress }>(
  deps: AccountDeps,
  userId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>>,
): Promise<void> {
  for (const { address } of await deps.ownerAddresses(userId)) {
    await orderMail(deps, mail, { ...ids, address } as Ids);
  }
}

/** The same, with a link in each that stops the wait. */
export async function mailEveryAddressWithStop<
  Ids extends { address: OwnerAddress; link_id: string },
>(
  deps: AccountDeps,
  userId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address' | 'link_id'>>,
  asker: EventOrigin,
): Promise<void> {
  for (const { address } of await deps.ownerAddresses(userId)) {
    const link_id = await createLink(deps, userId, 'stop_lost_device', asker);
    await orderMail(deps, mail, { ...ids, address, link_id } as Ids);
  }
}
