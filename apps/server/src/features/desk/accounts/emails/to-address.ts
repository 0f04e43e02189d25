import type { Context } from '../../../../context.ts';
import type { FoundMail } from '../../../../platform/mail/mail.ts';
import { findPerson } from '../../../identity/account/index.ts';
import { listOwnerAddresses, type OwnerAddress } from '../../../protocol/index.ts';

export interface ToAddress {
  user_id: string;
  address: OwnerAddress;
  /** A moment. */
  at: string;
}

export function reasonFor(address: OwnerAddress) {
  return address === 'first' ? {} : ({ reason: 'protocol.rules.second_reason' } as const);
}

/** An address that was removed meanwhile is not written to. */
export async function findAddress<Ids extends ToAddress>(
  ctx: Context,
  ids: Ids,
): Promise<FoundMail<Ids> | undefined> {
  const owner = await findPerson(ctx.database, ids.user_id);
  const addresses = await listOwnerAddresses(ctx.database, ids.user_id);
  const to = addresses.find(({ address }) => address === ids.address)?.email;
  return owner && to ? { to, language: owner.language, facts: ids } : undefined;
}
