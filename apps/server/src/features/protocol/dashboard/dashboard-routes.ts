import { dashboardEndpoints } from '@zavet/contract/dashboard/dashboard-endpoints';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listLegacies } from '../index.ts';
import { storageViewOf } from '../../vault/storage/index.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { countForDashboard } from './dashboard-repository.ts';
import { readReadiness } from './read-readiness.ts';

export function dashboardRoutes(deps: DashboardDeps): Route[] {
  const { database, maxTrustedContacts } = deps;
  return [
    route(
      dashboardEndpoints.getDashboard,
      async ({ owner }) => {
        const counts = await countForDashboard(database, owner.user_id);
        if (!counts) return fail('session_missing');
        return {
          first_name: counts.first_name,
          last_name: counts.last_name,
          trusted_contacts: {
            total: counts.contacts_total,
            confirmed: counts.contacts_confirmed,
            pending: counts.contacts_pending,
            uninvited: counts.contacts_uninvited,
            limit: maxTrustedContacts,
          },
          instructions: { total: counts.instructions_total },
          protocol_activated_at: counts.protocol_activated_at
            ? new Date(counts.protocol_activated_at).toISOString()
            : null,
          storage: storageViewOf(counts),
          // Most people are nobody's contact, and are spared a second query.
          legacies: counts.is_trusted ? await listLegacies(deps.protocol, owner.user_id) : [],
        };
      },
      { sessionTravelsAlong: true },
    ),
    route(dashboardEndpoints.getReadiness, ({ owner }) => readReadiness(deps, owner.user_id)),
  ];
}
