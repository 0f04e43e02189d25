import { maintenanceEndpoints } from '@zavet/contract/desk/status-endpoints';
import type { Context } from '../../../context.ts';
import { feature, jobOf } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { maintenanceNotice } from './maintenance-mails.ts';
import {
  closeWindows,
  deleteNotices,
  listOpenWindows,
  listWindowsWithCounts,
} from './maintenance-repository.ts';
import { maintenanceState } from './maintenance-rules.ts';
import { notifyOfMaintenance, notifyOfMaintenanceJob } from './notify-of-maintenance.ts';
import { cancelMaintenance, planMaintenance } from './plan-maintenance.ts';

export const maintenanceFeature = feature({
  name: 'maintenance',
  routes: maintenanceRoutes,
  jobs: [
    jobOf(notifyOfMaintenanceJob, {
      purpose: 'notifies all accounts of planned and cancelled maintenance, in batches',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => notifyOfMaintenance(ctx, signal),
    }),
  ],
  mails: [maintenanceNotice],
  retention: {
    maintenance_notices: async ({ database }, now, limit) => {
      await closeWindows(database, now);
      return { maintenance_notices: await deleteNotices(database, limit) };
    },
  },
});

const maxListed = 50;

function maintenanceRoutes(ctx: Context): Route[] {
  const { database, clock } = ctx;
  return [
    route(maintenanceEndpoints.getMaintenance, async () => {
      const open = await listOpenWindows(database, clock.now());
      const next = open.find(({ cancelled_at }) => cancelled_at === null);
      return {
        maintenance: next ? { starts_at: next.starts_at, ends_at: next.ends_at } : null,
      };
    }),
    route(maintenanceEndpoints.listMaintenance, async () => {
      const now = clock.now();
      const windows = await listWindowsWithCounts(database, maxListed);
      return {
        maintenance: windows.map(({ notified_until: _, ...window }) => ({
          ...window,
          state: maintenanceState(window, now),
        })),
      };
    }),
    route(maintenanceEndpoints.planMaintenance, ({ owner, body }) =>
      planMaintenance(ctx, owner, {
        starts_at: new Date(body.starts_at),
        ends_at: new Date(body.ends_at),
      }),
    ),
    route(maintenanceEndpoints.cancelMaintenance, async ({ owner, params }) => {
      await cancelMaintenance(ctx, owner, params.id);
      return {};
    }),
  ];
}
