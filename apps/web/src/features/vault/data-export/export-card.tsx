import type { ExportView, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { exportAddress } from '../../../platform/client/api.ts';
import { saveFrom } from '../../../platform/client/save-as.ts';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './data-export.module.css';

/** Exports all data of the owner as one archive. */
export function ExportCard() {
  const { t } = useTranslation('data-export');
  return (
    <SectionCard title={t('export.title')} lead={t('export.lead')}>
      <Loaded query={useDataExports()} lines={2} failed={t('loadFailed')}>
        {(dataExports) => <ExportDetails exportView={dataExports.export} />}
      </Loaded>
    </SectionCard>
  );
}

function ExportDetails({ exportView }: { exportView: ExportView | null }) {
  const { t } = useTranslation('data-export');
  switch (exportView?.state) {
    case undefined:
      return <StartExportButton label={t('export.order')} />;
    case 'waiting':
    case 'making':
      return <ExportProgress exportView={exportView} />;
    case 'ready':
      return <ReadyExport exportView={exportView} />;
    case 'failed':
      return (
        <>
          <Notice kind="error" announced>
            {t('export.failed')}
          </Notice>
          <StartExportButton label={t('export.enqueueAgain')} />
        </>
      );
  }
}

function StartExportButton({ label }: { label: string }) {
  const { t } = useTranslation('data-export');
  const describe = useErrorText();
  const start = useMutationOf('startExport');
  const onError = (error: unknown) =>
    toasts.error(`${t('export.orderFailed')}. ${describe(error)}`);
  return (
    <div>
      <Button
        kind="quiet"
        loading={start.isPending}
        onClick={() => start.mutate(undefined, { onError })}
      >
        {label}
      </Button>
    </div>
  );
}

function ExportProgress({ exportView }: { exportView: ExportView }) {
  const { t } = useTranslation('data-export');
  const { number } = useFormats();
  const { bytes_done, bytes_total, files_done, files_total } = exportView;
  const figures = { done: number(files_done), total: number(files_total) };
  return (
    <>
      <div className={styles.progress}>
        <p role="status">
          {exportView.state === 'waiting' ? t('export.waiting') : t('export.making', figures)}
        </p>
        <ProgressBar
          label={t('export.progress')}
          percent={bytes_total > 0 ? (bytes_done / bytes_total) * 100 : undefined}
        />
        <p className={styles.quiet}>{t('export.mayLeave')}</p>
      </div>
      <RemoveButton id={exportView.id} label={t('export.cancel')} />
    </>
  );
}

function ReadyExport({ exportView }: { exportView: ExportView }) {
  const { t } = useTranslation('data-export');
  const { dateTime, storage } = useFormats();
  const describe = useErrorText();
  const download = useMutationOf('allowDownload', {
    onSuccess: (_allowed, { params }) => saveFrom(exportAddress(params.id)),
  });
  const size = storage(Math.max(0.1, (exportView.size_bytes ?? 0) / bytesPerMb));
  const onError = (error: unknown) =>
    toasts.error(`${t('export.downloadFailed')}. ${describe(error)}`);
  return (
    <>
      <Notice kind="success">
        <p>
          {t('export.ready', {
            size,
            date: dateTime(exportView.expires_at ?? exportView.created_at),
          })}
        </p>
        <p>{t('export.private')}</p>
      </Notice>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          loading={download.isPending}
          onClick={() => download.mutate({ params: { id: exportView.id } }, { onError })}
        >
          {t('export.download')}
        </Button>
        <StartExportButton label={t('export.enqueueAgain')} />
        <RemoveButton id={exportView.id} label={t('export.remove')} />
      </div>
    </>
  );
}

function RemoveButton({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation('data-export');
  const describe = useErrorText();
  const remove = useMutationOf('removeExport');
  const press = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => toasts.success(t('export.removed')),
        onError: (error) => toasts.error(`${t('export.removeFailed')}. ${describe(error)}`),
      },
    );
  return (
    <div>
      <Button kind="plain" loading={remove.isPending} onClick={press}>
        {label}
      </Button>
    </div>
  );
}

/** The interval of refetches while an export or import is running. */
const refetchIntervalMs = 1500;

export function useDataExports() {
  return useEndpoint(
    'getDataExports',
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        isRunning(data?.export) || isRunning(data?.import) ? refetchIntervalMs : false,
    },
  );
}

function isRunning(work: ExportView | ImportView | null | undefined): boolean {
  return work?.state === 'waiting' || work?.state === 'making' || work?.state === 'reading';
}
