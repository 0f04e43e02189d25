import type { FailedJobView, ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';

/** Jobs that have no tries left, with a way to order them again. */
export function FailedJobsCard({ failed }: { failed: ServiceStatus['failed_jobs'] }) {
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
  const order = (id: string) =>
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
          onClick={() => order(id)}
        >
          {t('failed.retry')}
        </Button>
      ),
    },
  ];
}
