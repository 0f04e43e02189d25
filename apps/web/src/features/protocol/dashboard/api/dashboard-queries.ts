import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { sessionKeeper } from '../../../../platform/session/session.ts';

export const dashboardQuery = queryOptions({
  queryKey: queryKeys.dashboard(),
  queryFn: ({ signal }) => api.getDashboard({}, { signal }),
});

const readinessQuery = queryOptions({
  queryKey: queryKeys.readiness(),
  queryFn: ({ signal }) => api.getReadiness({}, { signal }),
});

export function useReadiness() {
  return useQuery(readinessQuery);
}

/** For the route's loader: asked for while the screen and the setup check are still on their way. */
export async function prefetchDashboard(client: QueryClient): Promise<void> {
  const { status } = await sessionKeeper.settled();
  if (status !== 'signed_in') return;
  await Promise.all([client.prefetchQuery(dashboardQuery), client.prefetchQuery(readinessQuery)]);
}
