import type { Context } from '../../../context.ts';
import { removeObjectsJob } from '../instructions/index.ts';
import { deleteExpiredExports } from './export-repository.ts';
import { deleteExpiredImports } from './import-repository.ts';

/** Removes exports whose day is over and imports that nobody looks at any more. May run twice. */
export async function sweepDataExports({
  database,
  clock,
  jobs,
}: Pick<Context, 'database' | 'clock' | 'jobs'>): Promise<void> {
  const now = clock.now();
  const exports = await deleteExpiredExports(database, now);
  const imports = await deleteExpiredImports(database, now);
  if (exports + imports > 0) await jobs.enqueue(removeObjectsJob, {});
}
