import { moscowDay } from '@zavet/contract/days';
import { type Context, perContext } from '../../../context.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { removeObjectsJob } from './clean-up-files.ts';
import {
  deleteFileRow,
  findStoredFile,
  listLeavingFiles,
  listRemovedFiles,
  removeNewestFiles,
} from './file-repository.ts';
import { lockInstruction } from './instruction-repository.ts';

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
    if (instruction?.status !== 'outbox' || instruction.queued_at) fail('instruction_closed');
    await deleteFileRow(database, owner.user_id, id);
    await recordSecurityEvent(database, owner.user_id, 'file_deleted', caller, clock.now());
    await jobs.enqueue(removeObjectsJob, {});
  });
}

interface FilesAboveLimit {
  /**
   * Removes an owner's newest files until at most `bytesLeft` are left, in the caller's
   * transaction. Files of queued and sent instructions stay.
   */
  removeNewest(userId: string, bytesLeft: number): Promise<{ removal_id: string; files: number }>;
  /** Names of the files that will be removed. */
  leavingNames(userId: string): Promise<string[]>;
  /** Names of removed files whose instructions still exist. */
  removedNames(userId: string, removalId: string): Promise<string[]>;
}

/** Files above the quota of a lapsed plan. */
export const filesAboveLimit = perContext(createFilesAboveLimit);

function createFilesAboveLimit({ database, clock, jobs, vault }: Context): FilesAboveLimit {
  return {
    removeNewest: async (userId, bytesLeft) => {
      const removal = { removal_id: newId(), removed_on: moscowDay(clock.now()) };
      const files = await removeNewestFiles(database, userId, bytesLeft, removal);
      await jobs.enqueue(removeObjectsJob, {});
      return { removal_id: removal.removal_id, files };
    },
    leavingNames: async (userId) =>
      namesOf(vault, userId, await listLeavingFiles(database, userId)),
    removedNames: async (userId, removalId) =>
      namesOf(vault, userId, await listRemovedFiles(database, userId, removalId)),
  };
}

function namesOf(
  vault: Context['vault'],
  userId: string,
  files: ({ id: string; file_name: string } & WrappedOwnerKey)[],
): string[] {
  const [first] = files;
  if (!first) return [];
  const key = vault.open(userId, first);
  return files.map(({ id, file_name }) => {
    try {
      return key.open(id, 'file_name', file_name);
    } catch (error) {
      // A damaged name is replaced, so that the other names are still listed.
      if (error instanceof SealBroken) return '…';
      throw error;
    }
  });
}
