import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { anchorAudit } from './audit-anchors.ts';
import { auditRoutes } from './audit-routes.ts';
import { listWholeOwnAudit } from './list-audit.ts';

export { type AuditEntry, appendAudit } from './append-audit.ts';
export {
  allowReplacement,
  findAuditHash,
  findAuditHead,
  lastTimeOf,
} from './audit-repository.ts';
export { auditEntries } from './audit-tables.ts';

export const auditFeature = feature({
  name: 'audit',
  routes: auditRoutes,
  jobs: [
    jobOf(jobName<object>('anchor-audit'), {
      purpose: 'anchors the head of the audit log in the file store',
      retry: 'never',
      expireSeconds: 60,
      schedule: '* * * * *',
      onTimeTravel: 'waits',
      run: (ctx) => anchorAudit(ctx),
    }),
  ],
  exports: { operator_acts: ({ database }, userId) => listWholeOwnAudit(database, userId) },
});
