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

/** It is announced a day ahead; a screen that stays open learns of it, and of its end, in minutes. */
const readAgainMs = 5 * 60 * 1000;

const maintenanceQuery = {
  ...endpointQuery('getMaintenance'),
  staleTime: readAgainMs,
  refetchInterval: readAgainMs,
};

/** Planned maintenance, from its announcement to its end. It never stands in the way of anything. */
export function MaintenanceNotice() {
  const { data } = useQuery(maintenanceQuery);
  if (!data?.maintenance) return null;
  return (
    <Suspense>
      <MaintenanceBanner maintenance={data.maintenance} />
    </Suspense>
  );
}

/** Fetches it with all it needs, so that it is drawn together with the screen below it. */
export async function fetchMaintenanceNotice(client: QueryClient): Promise<void> {
  const { maintenance } = await client.fetchQuery({ ...maintenanceQuery, retry: false });
  if (maintenance) await MaintenanceBanner.fetchAhead();
}
