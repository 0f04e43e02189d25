import type { OutputOf } from '@zavet/contract/endpoint';
import type { rulesEndpoints } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { forgetUnreached } from '../../mail/bounces/index.ts';
import { findSecondAddress, markSecondAddressConfirmed } from './second-address-repository.ts';
import { requireFreeAddress } from './set-second-address.ts';

/** The link of an address that was confirmed in time continues to say so. */
const secondAddressLink = mailedLink({
  find: ({ database }: Context, link_digest) => findSecondAddress(database, { link_digest }),
  expiresAt: ({ confirmed_at, expires_at }) => (confirmed_at === null ? expires_at : null),
  lock: ({ database }, { user_id }) => lockUser(database, user_id),
});

/** The owner of the second address that the holder of the link is asked to confirm. */
export async function describeSecondAddress(
  ctx: Context,
  token: string,
): Promise<OutputOf<typeof rulesEndpoints.describeSecondAddress>> {
  const { user_id, email, confirmed_at } = await secondAddressLink.open(ctx, token);
  const owner = await findPerson(ctx.database, user_id);
  if (!owner) return fail('link_invalid');
  return {
    owner_name: owner.full_name || owner.email,
    email,
    is_confirmed: confirmed_at !== null,
  };
}

/** From now on the address is warned. Confirming again changes nothing. */
export function confirmSecondAddress(ctx: Context, token: string): Promise<void> {
  const { database, clock } = ctx;
  return secondAddressLink.act(ctx, token, async ({ user_id, link_id, email, confirmed_at }) => {
    if (confirmed_at !== null) return;
    // The same address may have been named as a contact's meanwhile.
    await requireFreeAddress(ctx, user_id, email);
    const now = clock.now();
    if (!(await markSecondAddressConfirmed(database, link_id, now))) return;
    // The link has come by mail: so mails arrive.
    await forgetUnreached(database, user_id, 'second');
    await recordSecurityEvent(database, user_id, 'second_address_confirmed', systemActor, now);
  });
}
