import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { exportReady } from './data-export-mails.ts';
import { dataExportRoutes } from './data-export-routes.ts';
import { importArchive, importArchiveJob } from './import-archive.ts';
import { makeExport, makeExportJob } from './make-export.ts';
import { sweepDataExports } from './manage-export.ts';

export { dataExports, dataImports } from './data-export-tables.ts';
export { importRules } from './write-import.ts';

/** Sufficient for the largest archive and a slow store. */
const jobSeconds = 6 * 3_600;

export const dataExportFeature = feature({
  name: 'data-export',
  routes: dataExportRoutes,
  jobs: [
    jobOf(makeExportJob, {
      purpose: 'builds an export as one sealed ZIP',
      retry: 'hour',
      concurrency: 2,
      expireSeconds: jobSeconds,
      run: (ctx, { export_id }, signal) => makeExport(ctx, export_id, signal),
    }),
    jobOf(importArchiveJob, {
      purpose: 'imports an archive into an empty account',
      retry: 'hour',
      concurrency: 2,
      expireSeconds: jobSeconds,
      run: (ctx, { import_id }, signal) => importArchive(ctx, import_id, signal),
    }),
    jobOf(jobName<object>('sweep-data-exports'), {
      purpose: 'removes expired exports and imports',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/10 * * * *',
      onTimeTravel: 'runs',
      run: (ctx) => sweepDataExports(ctx),
    }),
  ],
  mails: [exportReady],
});
