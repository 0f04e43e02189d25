import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/account/index.ts';
import { removeObjectsJob } from '../instructions/index.ts';
import { deleteImport, findImport } from './import-repository.ts';

/** Calls off an archive that nobody reads yet, or puts away what is over. */
export function dismissImport(
  { database, jobs }: Context,
  { user_id }: Owner,
  id: string,
): Promise<void> {
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const found = await findImport(database, { id });
    if (found?.user_id !== user_id) return fail('not_found');
    if (found.state === 'reading') return fail('import_under_way');
    await deleteImport(database, id);
    await jobs.enqueue(removeObjectsJob, {});
  });
}
