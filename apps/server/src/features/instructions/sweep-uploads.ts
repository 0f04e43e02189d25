import { jobName } from '../../platform/jobs/job.ts';
import { lockUser } from '../account/account-face.ts';
import { deleteUploading, findUploadsBefore } from './file-repository.ts';
import type { InstructionParts } from './instruction-parts.ts';

export const sweepUploadsJob = jobName<object>('sweep-uploads');

/** Longer than any request may take. */
const uploadMaxMs = 60 * 60 * 1000;
const unfinishedKeptMs = 24 * 60 * 60 * 1000;

/** Removes what uploads left behind whose process died: rows with their quota, and half objects. */
export async function sweepUploads({
  database,
  clock,
  store,
}: Pick<InstructionParts, 'database' | 'clock' | 'store'>): Promise<void> {
  const now = clock.now().getTime();
  for (const upload of await findUploadsBefore(database, new Date(now - uploadMaxMs))) {
    await database.transaction(async () => {
      await lockUser(database, upload.user_id);
      await deleteUploading(database, upload.id);
    });
  }
  await store.sweep(new Date(now - unfinishedKeptMs));
}
