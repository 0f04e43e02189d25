import type { FailedJobView, ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded, WaitForQueries } from '../../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { MaintenanceCard, useMaintenanceList } from './maintenance-card.tsx';
import {
  InfrastructureCards,
  MailCard,
  QueuesCard,
  ReportsCard,
  RequestsCard,
} from './state-cards.tsx';

const pollMs = 30_000;

/** The service status, failures first. */
export function StateTab() {
  const { t } = useTranslation('desk-state');
  const query = useEndpoint('getServiceStatus', {}, { refetchInterval: pollMs });
  const waiting = (
    <SectionCard title={t('title')}>
      <SkeletonLines lines={8} />
    </SectionCard>
  );
  return (
    <WaitForQueries queries={[query, useMaintenanceList()]} waiting={waiting}>
      {query.data ? (
        <StatusCards state={query.data} />
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

function StatusCards({ state }: { state: ServiceStatus }) {
  return (
    <>
      <FailedJobsCard failed={state.failed_jobs} />
      <RequestsCard requests={state.requests} />
      <QueuesCard queues={state.queues} />
      <MailCard mail={state.mail} />
      <ReportsCard reports={state.reports} />
      <MaintenanceCard />
      <InfrastructureCards state={state} />
    </>
  );
}

/** Jobs that failed on every try; they can be retried manually. */
function FailedJobsCard({ failed }: { failed: ServiceStatus['failed_jobs'] }) {
  const { t } = useTranslation('desk-state');
  const describe = useErrorText();
  const retry = useMutationOf('retryFailedJob');
  const columns = useColumns(retry);
  return (
    <SectionCard
      title={t('failed.title')}
      lead={failed.total === 0 ? t('failed.none') : t('failed.total', { value: failed.total })}
    >
      {retry.isError && (
        <Notice kind="error" announced title={t('failed.retryFailed')}>
          {describe(retry.error)}
        </Notice>
      )}
      {failed.jobs.length > 0 && (
        <DataTable
          label={t('failed.label')}
          columns={columns}
          rows={failed.jobs}
          keyOf={({ id }) => id}
        />
      )}
    </SectionCard>
  );
}

function useColumns(
  retry: ReturnType<typeof useMutationOf<'retryFailedJob'>>,
): Column<FailedJobView>[] {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const retryJob = (id: string) =>
    retry.mutate({ params: { id } }, { onSuccess: () => toasts.success(t('failed.retried')) });
  return [
    { title: t('failed.job'), cell: ({ job }) => <code>{job}</code> },
    { title: t('failed.at'), cell: ({ failed_at }) => formats.dateTime(failed_at) },
    { title: t('failed.times'), isNumber: true, cell: ({ times }) => formats.number(times) },
    { title: t('failed.tries'), isNumber: true, cell: ({ tries }) => formats.number(tries) },
    {
      title: t('failed.codes'),
      cell: ({ codes }) =>
        codes.length > 0 ? <code>{codes.join(' · ')}</code> : t('failed.noCodes'),
    },
    {
      title: t('failed.retry'),
      cell: ({ id, job }) => (
        <Button
          kind="quiet"
          aria-label={t('failed.retryOf', { job })}
          loading={retry.isPending && retry.variables?.params.id === id}
          onClick={() => retryJob(id)}
        >
          {t('failed.retry')}
        </Button>
      ),
    },
  ];
}
