import { feature, jobOf } from '../../../feature.ts';
import { maintenanceMails } from './emails/maintenance-mails.ts';
import { closeWindows, forgetTellings } from './maintenance-repository.ts';
import { maintenanceRoutes } from './maintenance-routes.ts';
import { tellOfMaintenance, tellOfMaintenanceJob } from './tell-of-maintenance.ts';

export const maintenanceFeature = feature({
  name: 'maintenance',
  routes: maintenanceRoutes,
  jobs: [
    jobOf(tellOfMaintenanceJob, {
      purpose: 'notifies all accounts of planned and cancelled maintenance, in batches',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => tellOfMaintenance(ctx, signal),
    }),
  ],
  mails: maintenanceMails,
  retention: {
    maintenance_tellings: async ({ database }, now, limit) => {
      await closeWindows(database, now);
      return { maintenance_tellings: await forgetTellings(database, limit) };
    },
  },
});
