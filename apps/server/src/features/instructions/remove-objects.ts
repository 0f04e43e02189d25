import { jobName } from '../../platform/jobs/job.ts';
import { takeRemovals } from './file-repository.ts';
import type { InstructionParts } from './instruction-parts.ts';

export const removeObjectsJob = jobName<object>('remove-objects');

const batchSize = 100;

/**
 * Removes the bytes of files whose rows are gone. A batch is forgotten only when its objects are
 * really gone; while a backup runs nothing is removed.
 */
export async function removeObjects({
  database,
  store,
}: Pick<InstructionParts, 'database' | 'store'>): Promise<void> {
  for (let taken = batchSize; taken === batchSize; ) {
    taken = await database.transaction(async () => {
      const keys = await takeRemovals(database, batchSize);
      await store.remove(keys);
      return keys.length;
    });
  }
}
