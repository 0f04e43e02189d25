import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const MaintenanceBanner = lazyPart(async () => {
  const [{ MaintenanceBanner: banner }] = await Promise.all([
    import('./maintenance-banner.tsx'),
    loadTexts('maintenance'),
  ]);
  return banner;
});

const pollMs = 5 * 60 * 1000;

const maintenanceQuery = {
  ...endpointQuery('getMaintenance'),
  staleTime: pollMs,
  refetchInterval: pollMs,
};

/** Planned maintenance. A failed query shows nothing. */
export function MaintenanceNotice() {
  const { data } = useQuery(maintenanceQuery);
  if (!data?.maintenance) return null;
  return (
    <Suspense>
      <MaintenanceBanner maintenance={data.maintenance} />
    </Suspense>
  );
}

/** Prefetches query and banner, so that the screen below does not shift. */
export async function fetchMaintenanceNotice(client: QueryClient): Promise<void> {
  const { maintenance } = await client.fetchQuery({ ...maintenanceQuery, retry: false });
  if (maintenance) await MaintenanceBanner.fetchAhead();
}
