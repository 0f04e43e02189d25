import { moscowDay } from '@zavet/contract/days';
import { type Context, perContext } from '../../../context.ts';
import type { OwnerKey, WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
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
import { isClosed } from './instruction-rules.ts';

/** Files above the quota of a lapsed plan. */
export const filesAboveLimit = perContext(createFilesAboveLimit);

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

interface FilesAboveLimit {
  /**
   * Removes the newest files of an owner until at most so many bytes are left, in the transaction of
   * who decides it. What has already been handed over stays. Says how many went, and under which
   * id their names are kept.
   */
  removeNewest(userId: string, bytesLeft: number): Promise<{ removal_id: string; files: number }>;
  /** The names of those that will go. */
  leavingNames(userId: string): Promise<string[]>;
  /** The names of those that went, as far as their instructions are still there. */
  removedNames(userId: string, removalId: string): Promise<string[]>;
}

function createFilesAboveLimit({ database, clock, jobs, vault }: Context): FilesAboveLimit {
  return {
    removeNewest: async (userId, bytesLeft) => {
      const note = { removal_id: newId(), removed_on: moscowDay(clock.now()) };
      const files = await removeNewestFiles(database, userId, bytesLeft, note);
      await jobs.enqueue(removeObjectsJob, {});
      return { removal_id: note.removal_id, files };
    },
    leavingNames: async (userId) => {
      const files = await listLeavingFiles(database, userId);
      return namesOf((key) => vault.open(userId, key), files);
    },
    removedNames: async (userId, removalId) => {
      const files = await listRemovedFiles(database, userId, removalId);
      return namesOf((key) => vault.open(userId, key), files);
    },
  };
}

function namesOf(
  open: (stored: WrappedOwnerKey) => OwnerKey,
  files: ({ id: string; file_name: string } & WrappedOwnerKey)[],
): string[] {
  const [first] = files;
  if (!first) return [];
  const key = open(first);
  return files.map(({ id, file_name }) => nameOr(() => key.open(id, 'file_name', file_name)));
}

/** A damaged name does not keep the others from being told. */
function nameOr(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return '…';
    throw error;
  }
}
