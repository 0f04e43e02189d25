import type { Context } from '../../../context.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { deleteSecondAddress } from './second-address-repository.ts';

/** An address that became the first is not the second as well. Part of the change's transaction. */
export async function removeDuplicateSecondAddress(
  { database, clock }: Context,
  { user_id, email }: { user_id: string; email: string },
): Promise<void> {
  if (!(await deleteSecondAddress(database, user_id, email))) return;
  await recordSecurityEvent(database, user_id, 'second_address_removed', systemActor, clock.now());
}
