import { setupEndpoints } from '@zavet/contract/setup/setup-endpoints';
import { type Route, route } from '../../platform/http/route.ts';
import { checkSetup, type SetupParts } from './check-setup.ts';

export function setupRoutes(parts: SetupParts): Route[] {
  return [
    route(setupEndpoints.getHealth, () => ({ status: 'ok' as const })),
    route(setupEndpoints.checkSetup, () => checkSetup(parts)),
  ];
}
