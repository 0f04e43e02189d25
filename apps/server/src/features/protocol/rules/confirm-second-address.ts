import type { OutputOf } from '@zavet/contract/endpoint';
import type { rulesEndpoints } from '@zavet/contract/protocol/rules-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { forgetUnreached } from '../../mail/bounces/index.ts';
import {
  confirmSecondAddress as confirm,
  findSecondAddress,
  type SecondAddress,
} from './second-address-repository.ts';
import { requireFreeAddress } from './set-second-address.ts';

/** Whose second address the holder of the link is asked to confirm. Changes nothing. */
export async function describeSecondAddress(
  ctx: Context,
  token: string,
): Promise<OutputOf<typeof rulesEndpoints.describeSecondAddress>> {
  const { user_id, email, confirmed_at } = await findByToken(ctx, token);
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
  return database.transaction(async () => {
    const { user_id } = await findByToken(ctx, token);
    await lockUser(database, user_id);
    // Read again: it may have been removed, or confirmed, while this call waited.
    const { link_id, email, confirmed_at } = await findByToken(ctx, token);
    if (confirmed_at !== null) return;
    // The same address may have been named as a contact's meanwhile.
    await requireFreeAddress(ctx, user_id, email);
    const now = clock.now();
    if (!(await confirm(database, link_id, now))) return;
    // The link has come by mail: so mails arrive.
    await forgetUnreached(database, user_id, 'second');
    await recordSecurityEvent(database, user_id, 'second_address_confirmed', systemActor, now);
  });
}

/** The link of an address that was confirmed in time goes on telling so. */
async function findByToken(
  { database, clock, linkTokens }: Context,
  token: string,
): Promise<SecondAddress> {
  const found = await findSecondAddress(database, { link_digest: linkTokens.digestOf(token) });
  if (!found) return fail('link_invalid');
  if (found.confirmed_at === null && found.expires_at <= clock.now()) return fail('link_expired');
  return found;
}
