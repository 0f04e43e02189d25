import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { deleteFileRow, findStoredFile } from './file-repository.ts';
import { lockInstruction } from './instruction-repository.ts';
import { isClosed } from './instruction-rules.ts';
import { removeObjectsJob } from './remove-objects.ts';

export async function deleteFile(
  { database, clock, jobs }: Context,
  owner: Owner,
  id: string,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    if (!(await lockUser(database, owner.user_id))) fail('session_missing');
    const found = await findStoredFile(database, owner.user_id, id);
    if (!found) return fail('not_found');
    const instruction = await lockInstruction(database, owner.user_id, found.file.instruction_id);
    if (!instruction || isClosed(instruction)) return fail('instruction_closed');
    await deleteFileRow(database, owner.user_id, id);
    await recordSecurityEvent(database, owner.user_id, 'file_deleted', caller, clock.now());
    await jobs.enqueue(removeObjectsJob, {});
  });
}
