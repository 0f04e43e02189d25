import { jobName } from '../../platform/jobs/job.ts';
import { findRemovals, forgetRemovals } from './file-repository.ts';
import type { InstructionParts } from './instruction-parts.ts';

export const removeObjectsJob = jobName<object>('remove-objects');

const batchSize = 100;

/**
 * Removes the bytes of files whose rows are gone. They are forgotten only when they are really gone,
 * and removed outside of any transaction: a slow store must not hold the database. May run twice.
 */
export async function removeObjects({
  database,
  store,
}: Pick<InstructionParts, 'database' | 'store'>): Promise<void> {
  for (let found = batchSize; found === batchSize; ) {
    const keys = await database.transaction(() => findRemovals(database, batchSize));
    if (keys.length > 0) {
      await store.remove(keys);
      await forgetRemovals(database, keys);
    }
    found = keys.length;
  }
}
