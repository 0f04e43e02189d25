import { auditDeskEndpoints, auditEndpoints } from '@zavet/contract/identity/audit-endpoints';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listAudit, listOwnAudit } from './list-audit.ts';

export function auditRoutes({ database }: { database: Database }): Route[] {
  return [
    route(auditEndpoints.listOwnAudit, ({ owner, query }) =>
      listOwnAudit(database, owner, query.after),
    ),
    route(auditDeskEndpoints.listAudit, ({ query }) => listAudit(database, query)),
  ];
}
