import { dashboardEndpoints } from '@zavet/contract/protocol/dashboard-endpoints';
import type { Context } from '../../../context.ts';
import { feature } from '../../../feature.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { storageViewOf } from '../../vault/storage/index.ts';
import { listLegacies } from '../index.ts';
import { countForDashboard } from './dashboard-repository.ts';
import { readReadiness } from './read-readiness.ts';

export const dashboardFeature = feature({ name: 'dashboard', routes });

function routes(ctx: Context): Route[] {
  const { database } = ctx;
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
            limit: ctx.config.maxTrustedContacts,
          },
          instructions: { total: counts.instructions_total },
          protocol_activated_at: counts.protocol_activated_at
            ? new Date(counts.protocol_activated_at)
            : null,
          storage: storageViewOf(counts),
          // Avoids a query for the many users who are not contacts.
          legacies: counts.is_trusted ? await listLegacies(ctx, owner.user_id) : [],
        };
      },
      { piggybacksSession: true },
    ),
    route(dashboardEndpoints.getReadiness, ({ owner }) => readReadiness(ctx, owner.user_id)),
  ];
}
