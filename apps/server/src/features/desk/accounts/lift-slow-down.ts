import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { liftThrottles, lockUser } from '../../identity/account/index.ts';
import { noteAct } from './note-act.ts';

/** Lets an owner who is locked out by the guesses of others try again immediately. */
export function liftSignInDelay(ctx: Context, operator: Owner, userId: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    if (!(await liftThrottles(ctx, userId))) fail('no_changes');
    await noteAct(ctx, operator, 'slow_down_lifted', userId);
  });
}
