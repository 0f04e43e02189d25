import type { Context } from '../../../context.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { findStandingOf, listVetoable, lockActivation } from './activation-repository.ts';
import { isConfirmedContact } from './activation-rules.ts';
import { endActivation } from './end-activation.ts';

/** A contact has left the owner: nobody could go on with what that contact asked the operators for. */
export async function endRequestsOfDeparted(ctx: Context, ownerId: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    await lockUsers(database, [ownerId]);
    for (const { id } of await listVetoable(database, ownerId)) {
      const activation = await lockActivation(database, id);
      if (activation?.status !== 'requested' && activation?.status !== 'approved') continue;
      if (isConfirmedContact(await findStandingOf(database, activation))) continue;
      await endActivation(ctx, activation, 'given_up', 'contact_removed');
    }
  });
}
