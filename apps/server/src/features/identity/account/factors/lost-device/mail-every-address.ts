import type { Context } from '../../../../../context.ts';
import { enqueueMail } from '../../../../../platform/mail/enqueue-mail.ts';
import type { Mail } from '../../../../../platform/mail/mail.ts';
import { type OwnerAddress, ownerAddresses } from '../../account-ports.ts';
import { createLink } from '../../links.ts';
import type { EventOrigin } from '../../security-event-repository.ts';

/** Orders a mail to every address of an owner, in the transaction of its cause. */
export async function mailEveryAddress<Ids extends { address: OwnerAddress }>(
  ctx: Context,
  userId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>>,
): Promise<void> {
  for (const { address } of await ownerAddresses(ctx)(userId)) {
    await enqueueMail(ctx, mail, { ...ids, address } as Ids);
  }
}

/** The same, with a link in each that stops the wait. */
export async function mailEveryAddressWithStop<
  Ids extends { address: OwnerAddress; link_id: string },
>(
  ctx: Context,
  userId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address' | 'link_id'>>,
  asker: EventOrigin,
): Promise<void> {
  for (const { address } of await ownerAddresses(ctx)(userId)) {
    const link_id = await createLink(ctx, userId, 'stop_lost_device', asker);
    await enqueueMail(ctx, mail, { ...ids, address, link_id } as Ids);
  }
}
