import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { liftSlowDowns, lockUser } from '../../identity/account/index.ts';
import type { AccountDeskDeps } from './account-desk-deps.ts';
import { noteAct } from './note-act.ts';

/** Lets an owner whom somebody else's guesses keep out try again at once. */
export function liftSlowDown(
  deps: AccountDeskDeps,
  operator: Owner,
  userId: string,
): Promise<void> {
  const { database } = deps.account;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    if (!(await liftSlowDowns(deps.account, userId))) fail('no_changes');
    await noteAct(deps, operator, 'slow_down_lifted', userId);
  });
}
