import { setupEndpoints } from '@zavet/contract/setup/setup-endpoints';
import type { Context } from '../../../context.ts';
import { knownMigrations, newestMigration } from '../../../platform/database/migrate.ts';
import { migrationsFolder } from '../../../platform/folders.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { programVersion } from '../../../platform/program-version.ts';
import { ownRelease } from '../../../platform/release.ts';
import { checkSetup } from './check-setup.ts';

export function setupRoutes(ctx: Context): Route[] {
  const migration = newestMigration(migrationsFolder);
  const known = knownMigrations(migrationsFolder);
  return [
    route(setupEndpoints.getHealth, () => ({ status: 'ok' as const })),
    route(setupEndpoints.getVersion, () => ({
      version: programVersion,
      commit: ownRelease?.commit ?? null,
      migration,
    })),
    route(setupEndpoints.checkSetup, () => checkSetup(ctx, known)),
  ];
}
