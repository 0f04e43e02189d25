import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { deleteInstructionRow, lockInstruction, markReviewed } from './instruction-repository.ts';
import { removeObjectsJob } from './remove-objects.ts';

/** The owner has looked at it and it still holds. */
export function reviewInstruction(
  { database, clock }: Context,
  owner: Owner,
  id: string,
): Promise<Date> {
  return database.transaction(async () => {
    const current = await lockInstruction(database, owner.user_id, id);
    if (!current) return fail('not_found');
    const now = clock.now();
    const isDone = await markReviewed(database, owner.user_id, id, now);
    return isDone ? now : fail('instruction_closed');
  });
}

/** Deletes an instruction with its files. What has been sent cannot be called back. */
export async function deleteInstruction(
  { database, clock, jobs }: Context,
  owner: Owner,
  id: string,
  caller: Caller,
): Promise<void> {
  await database.transaction(async () => {
    if (!(await lockUser(database, owner.user_id))) fail('session_missing');
    const current = await lockInstruction(database, owner.user_id, id);
    if (!current) fail('not_found');
    if (current.status !== 'outbox') fail('not_in_outbox');
    if (current.queued_at) fail('instruction_closed');
    await deleteInstructionRow(database, owner.user_id, id);
    await recordSecurityEvent(database, owner.user_id, 'instruction_deleted', caller, clock.now());
    await jobs.enqueue(removeObjectsJob, {});
  });
}
