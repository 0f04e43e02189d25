import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { lockOwner } from './lock-owner.ts';
import { releaseSecondAddress } from './order-release.ts';
import { readRules } from './rules-view.ts';
import { deleteSecondAddress } from './second-address-repository.ts';

/** Removes the second address. Its link ends; if it was confirmed, both addresses are told. */
export function removeSecondAddress(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    const former = await deleteSecondAddress(database, user_id);
    if (!former) return fail('not_found');
    await recordSecurityEvent(database, user_id, 'second_address_removed', caller, clock.now());
    await releaseSecondAddress(ctx, former);
    return readRules(ctx, user_id);
  });
}
