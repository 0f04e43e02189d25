import { healthEndpoints } from '@zavet/contract/setup/health-endpoints';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Readiness } from './readiness.ts';

export function healthRoutes(readiness: Readiness): Route[] {
  return [
    route(healthEndpoints.getLive, () => ({ status: 'live' as const })),
    route(healthEndpoints.getReady, async () => {
      const reasons = await readiness.reasonsAgainst();
      if (reasons.length > 0) fail('not_ready', { facts: { reasons } });
      return { status: 'ready' as const };
    }),
    route(healthEndpoints.getServing, () => {
      const reasons = readiness.ownReasonsAgainst();
      if (reasons.length > 0) fail('not_ready', { facts: { reasons } });
      return { status: 'serving' as const };
    }),
  ];
}
