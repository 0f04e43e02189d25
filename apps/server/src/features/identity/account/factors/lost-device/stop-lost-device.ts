import { fail } from '../../../../../platform/failure.ts';
import type { Caller } from '../../../../../platform/http/route.ts';
import type { AccountDeps } from '../../account-deps.ts';
import { redeemLink } from '../../links.ts';
import { deleteBegunSignIns } from '../second-step/begun-sign-in-repository.ts';
import { endWait } from './end-wait.ts';

/** One of the owner's addresses says no: every factor stays. */
export async function stopLostDevice(
  deps: AccountDeps,
  token: string,
  caller: Caller,
): Promise<void> {
  const { database } = deps;
  await database.transaction(async () => {
    const { user_id } = await redeemLink(deps, 'stop_lost_device', token);
    if (!(await endWait(deps, user_id, 'stopped', caller))) fail('link_invalid');
    await deleteBegunSignIns(database, user_id);
  });
}
