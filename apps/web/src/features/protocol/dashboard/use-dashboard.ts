import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { endpointQuery, useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { sessionKeeper } from '../../../platform/session/session.ts';
import { useDemoMode } from '../../../platform/setup/setup.ts';

/** The dashboard query, with a flag for a missing database. */
export function useDashboard() {
  const { isDemo } = useDemoMode();
  const query = useEndpoint('getDashboard');
  const isDatabaseMissing =
    query.error instanceof ApiError && query.error.code === 'database_unavailable';
  return { query, isWithoutDatabase: query.data === undefined && (isDemo || isDatabaseMissing) };
}

/** Called by the route loader, to fetch in parallel with the screen's code and the setup check. */
export async function prefetchDashboard(client: QueryClient): Promise<void> {
  const { status } = await sessionKeeper.settled();
  if (status !== 'signed_in') return;
  await Promise.all([
    client.prefetchQuery(endpointQuery('getDashboard')),
    client.prefetchQuery(endpointQuery('getReadiness')),
  ]);
}
