import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { removeObjectsJob } from '../instructions/index.ts';
import { deleteExport } from './export-repository.ts';

/** Removes an export before its time; one that is being made ends by itself. */
export async function removeExport(
  { database, clock, jobs }: Context,
  { user_id }: Owner,
  id: string,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    await lockUser(database, user_id);
    if (!(await deleteExport(database, { id, user_id }))) fail('not_found');
    await recordSecurityEvent(database, user_id, 'data_export_removed', caller, clock.now());
    await jobs.enqueue(removeObjectsJob, {});
  });
}
