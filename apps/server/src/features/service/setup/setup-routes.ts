import { setupEndpoints } from '@zavet/contract/setup/setup-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { ownRelease } from '../../../platform/release.ts';
import { checkSetup, type SetupDeps } from './check-setup.ts';

export function setupRoutes(deps: SetupDeps): Route[] {
  return [
    route(setupEndpoints.getHealth, () => ({ status: 'ok' as const })),
    route(setupEndpoints.getVersion, () => ({
      version: deps.programVersion,
      commit: ownRelease?.commit ?? null,
      migration: deps.newestMigration,
    })),
    route(setupEndpoints.checkSetup, () => checkSetup(deps)),
  ];
}
