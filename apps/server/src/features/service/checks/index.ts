import {
  healthEndpoints,
  type SetupView,
  setupEndpoints,
  setupErrors,
  setupWarnings,
} from '@zavet/contract/service/service-endpoints';
import { setupTimings } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { feature } from '../../../feature.ts';
import { newestMigration } from '../../../platform/database/migrate.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  currentRelease,
  migrationsFolder,
  programVersion,
} from '../../../platform/installation.ts';
import { setupCodes } from './checks.ts';
import { probes, readiness } from './readiness.ts';

/** Uncached, because the setup page is reloaded after changes. */
const probeLimits = { maxAgeMs: 0, timeoutMs: setupTimings.probeTimeout };

export const checksFeature = feature({ name: 'checks', routes });

function routes(ctx: Context): Route[] {
  const { reasonsAgainst, ownReasonsAgainst } = readiness(ctx);
  const migration = newestMigration(migrationsFolder);
  return [
    route(healthEndpoints.getLive, () => {
      const reasons = ownReasonsAgainst();
      if (reasons.length > 0) fail('not_ready', { facts: { reasons } });
      return { status: 'live' as const };
    }),
    route(healthEndpoints.getReady, async () => {
      const reasons = await reasonsAgainst();
      if (reasons.length > 0) fail('not_ready', { facts: { reasons } });
      return { status: 'ready' as const };
    }),
    route(setupEndpoints.getVersion, () => ({
      version: programVersion,
      commit: currentRelease?.commit ?? null,
      migration,
    })),
    route(setupEndpoints.checkSetup, () => checkSetup(ctx)),
  ];
}

async function checkSetup(ctx: Context): Promise<SetupView> {
  const { database, store } = probes(ctx);
  const [databaseState, storeState] = await Promise.all([
    database(probeLimits),
    store(probeLimits),
  ]);
  const state = {
    ...{ isStopping: false, hasStarted: true, isReady: true },
    hasMasterKey: ctx.masterKeys.isPresent(),
    isMailStuck: false,
    database: databaseState,
    store: storeState,
    isStorageFull: storeState === 'full' || ctx.storageWatch.wasRecentlyFull(),
  };
  const codes = setupCodes(state, ctx);
  const errors = setupErrors.filter((code) => codes.has(code));
  return {
    status: errors.length > 0 ? 'setup_required' : 'ready',
    errors,
    warnings: setupWarnings.filter((code) => codes.has(code)),
    mailbox_available: ctx.capturedMails !== undefined,
    mock_payment_available: ctx.config.payments?.kind === 'mock',
  };
}
