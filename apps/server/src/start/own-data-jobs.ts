import { bringInArchive, bringInJob } from '../features/vault/data-export/bring-in-archive.ts';
import { makeExport, makeExportJob } from '../features/vault/data-export/make-export.ts';
import type { OwnDataDeps } from '../features/vault/data-export/own-data-deps.ts';
import { sweepOwnData } from '../features/vault/data-export/sweep-own-data.ts';
import { jobName } from '../platform/jobs/job.ts';
import { row, type TableJob } from './job-row.ts';

/** As long as the largest archive takes over a slow store. */
const longest = 6 * 3_600;

/** What puts exports together, reads archives and removes both. */
export function ownDataJobs(deps: OwnDataDeps): TableJob[] {
  return [
    row(makeExportJob, {
      purpose: 'puts all data of an owner together in one sealed ZIP',
      retry: 'hour',
      concurrency: 2,
      expireSeconds: longest,
      run: ({ export_id }, signal) => makeExport(deps, export_id, signal),
    }),
    row(bringInJob, {
      purpose: 'reads an archive into an empty account',
      retry: 'hour',
      concurrency: 2,
      expireSeconds: longest,
      run: ({ import_id }, signal) => bringInArchive(deps, import_id, signal),
    }),
    row(jobName<object>('sweep-own-data'), {
      purpose: 'removes exports after their day, and what is over of imports',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/10 * * * *',
      whenDaysPass: 'runs',
      run: () => sweepOwnData(deps),
    }),
  ];
}
