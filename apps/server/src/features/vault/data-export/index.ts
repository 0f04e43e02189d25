import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { bringInArchive, bringInJob } from './bring-in-archive.ts';
import { ownDataMails } from './emails/own-data-mails.ts';
import { makeExport, makeExportJob } from './make-export.ts';
import { ownDataRoutes } from './own-data-routes.ts';
import { sweepOwnData } from './sweep-own-data.ts';

export { importRules } from './export-ports.ts';
export { dataExports, dataImports } from './own-data-tables.ts';

/** As long as the largest archive takes over a slow store. */
const longest = 6 * 3_600;

export const dataExportFeature = feature({
  name: 'data-export',
  routes: ownDataRoutes,
  jobs: [
    jobOf(makeExportJob, {
      purpose: 'builds an export as one sealed ZIP',
      retry: 'hour',
      concurrency: 2,
      expireSeconds: longest,
      run: (ctx, { export_id }, signal) => makeExport(ctx, export_id, signal),
    }),
    jobOf(bringInJob, {
      purpose: 'imports an archive into an empty account',
      retry: 'hour',
      concurrency: 2,
      expireSeconds: longest,
      run: (ctx, { import_id }, signal) => bringInArchive(ctx, import_id, signal),
    }),
    jobOf(jobName<object>('sweep-own-data'), {
      purpose: 'removes expired exports and imports',
      retry: 'hour',
      expireSeconds: 300,
      schedule: '*/10 * * * *',
      whenDaysPass: 'runs',
      run: (ctx) => sweepOwnData(ctx),
    }),
  ],
  mails: ownDataMails,
});
