import type { ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded, WaitForQueries } from '../../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { FailedJobsCard } from './failed-jobs-card.tsx';
import { MailCard } from './mail-card.tsx';
import { MaintenanceCard, useMaintenanceList } from './maintenance-card.tsx';
import { PlaceCards } from './place-cards.tsx';
import { QueuesCard } from './queues-card.tsx';
import { ReportsCard } from './reports-card.tsx';
import { RequestsCard } from './requests-card.tsx';

const readAgainMs = 30_000;

/** The state of the service, failures first. */
export function StateTab() {
  const { t } = useTranslation('desk-state');
  const query = useEndpoint('getServiceStatus', {}, { refetchInterval: readAgainMs });
  const waiting = (
    <SectionCard title={t('title')}>
      <SkeletonLines lines={8} />
    </SectionCard>
  );
  return (
    <WaitForQueries queries={[query, useMaintenanceList()]} waiting={waiting}>
      {query.data ? (
        <Cards state={query.data} />
      ) : (
        <SectionCard title={t('title')}>
          <Loaded query={query} lines={8}>
            {() => null}
          </Loaded>
        </SectionCard>
      )}
    </WaitForQueries>
  );
}

function Cards({ state }: { state: ServiceStatus }) {
  return (
    <>
      <FailedJobsCard failed={state.failed_jobs} />
      <RequestsCard requests={state.requests} />
      <QueuesCard queues={state.queues} />
      <MailCard mail={state.mail} />
      <ReportsCard reports={state.reports} />
      <MaintenanceCard />
      <PlaceCards state={state} />
    </>
  );
}
