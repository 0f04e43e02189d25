import { auditEndpoints } from '@zavet/contract/identity/audit-endpoints';
import type { Context } from '../../../context.ts';
import { feature, jobOf } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { anchorAudit } from './audit-anchors.ts';
import { exportOwnAudit, listOwnAuditEntries } from './audit-log.ts';

export { type AuditEntry, appendAudit, listAudit } from './audit-log.ts';
export {
  allowAuditReplacement,
  findAuditHash,
  findAuditHead,
  findLatestAuditEntry,
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
  exports: { operator_acts: ({ database }, userId) => exportOwnAudit(database, userId) },
});

function auditRoutes({ database }: Context): Route[] {
  return [
    route(auditEndpoints.listOwnAudit, ({ owner, query }) =>
      listOwnAuditEntries(database, owner.user_id, query.after),
    ),
  ];
}
