import type { RehearsalsView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type EventOrigin, lockUser } from '../../identity/account/index.ts';
import { end } from './end-rehearsal.ts';
import { readRehearsals } from './read-rehearsals.ts';
import { findOpenRehearsal } from './rehearsal-repository.ts';

/** The owner ends it early. */
export async function endRehearsal(
  ctx: Context,
  { user_id }: { user_id: string },
  caller: EventOrigin,
): Promise<RehearsalsView> {
  const { database } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const open = (await findOpenRehearsal(database, user_id)) ?? fail('rehearsal_not_running');
    await end(ctx, open, 'owner', caller);
  });
  return readRehearsals(ctx, user_id);
}
