import { moscowDay } from '@zavet/contract/days';
import { type Context, perContext } from '../../../context.ts';
import type { OwnerKey, WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { newId } from '../../../platform/new-id.ts';
import {
  listLeavingFiles,
  listRemovedFiles,
  removeNewestFiles,
} from './leaving-file-repository.ts';
import { removeObjectsJob } from './remove-objects.ts';

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

/** Files above the quota of a lapsed plan. */
export const filesAboveLimit = perContext(createFilesAboveLimit);

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
