import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { loadTexts } from '../../../ui/language/i18n.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const MaintenanceBanner = lazyComponent(async () => {
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

/** Shows planned maintenance, or nothing if the query fails. */
export function MaintenanceNotice() {
  const { data } = useQuery(maintenanceQuery);
  if (!data?.maintenance) return null;
  return (
    <Suspense>
      <MaintenanceBanner maintenance={data.maintenance} />
    </Suspense>
  );
}

/** Prefetches query and banner, to avoid a layout shift. */
export async function fetchMaintenanceNotice(client: QueryClient): Promise<void> {
  const { maintenance } = await client.fetchQuery({ ...maintenanceQuery, retry: false });
  if (maintenance) await MaintenanceBanner.prefetchCode();
}
