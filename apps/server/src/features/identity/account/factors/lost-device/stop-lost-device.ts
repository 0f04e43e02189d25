import type { Context } from '../../../../../context.ts';
import { fail } from '../../../../../platform/failure.ts';
import type { Caller } from '../../../../../platform/http/route.ts';
import { accountLink } from '../../links.ts';
import { deleteBegunSignIns } from '../second-step/begun-sign-in-repository.ts';
import { endWait } from './end-wait.ts';

/** One of the owner's addresses says no: every factor stays. */
export async function stopLostDevice(ctx: Context, token: string, caller: Caller): Promise<void> {
  await accountLink('stop_lost_device').act(ctx, token, async ({ user_id }) => {
    if (!(await endWait(ctx, user_id, 'stopped', caller))) fail('link_invalid');
    await deleteBegunSignIns(ctx.database, user_id);
  });
}
