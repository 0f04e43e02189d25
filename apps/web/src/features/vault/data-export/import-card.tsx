import type { ImportView, SkippedItem } from '@zavet/contract/vault/data-export-endpoints';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../../platform/client/api.ts';
import { uploadArchive } from '../../../platform/client/uploads.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Observable, useObservable } from '../../../platform/state/observable.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CollapsibleList } from '../../../ui/collapsible-list.tsx';
import { useErrorText, useRefusalText } from '../../../ui/error-text.ts';
import { FoldedCard } from '../../../ui/folded-card.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './data-export.module.css';
import { useDataExports } from './export-card.tsx';

/** Imports an archive of this service into an empty account. */
export function ImportCard() {
  const { t } = useTranslation('data-export');
  const query = useDataExports();
  const upload = useObservable(archiveUpload);
  return (
    <FoldedCard title={t('import.title')} startsOpen={Boolean(upload || query.data?.import)}>
      <p className={styles.quiet}>{t('import.lead')}</p>
      {upload && <UploadProgress upload={upload} />}
      {!upload && query.data && (
        <ImportDetails importView={query.data.import} isEmpty={query.data.is_empty} />
      )}
      {query.isPending && <SkeletonLines lines={2} />}
    </FoldedCard>
  );
}

function ImportDetails({
  importView,
  isEmpty,
}: {
  importView: ImportView | null;
  isEmpty: boolean;
}) {
  const { t } = useTranslation('data-export');
  if (importView?.state === 'waiting' || importView?.state === 'reading') {
    return <ImportProgress importView={importView} />;
  }
  if (importView?.state === 'done') return <ImportResult importView={importView} />;
  return (
    <>
      {importView?.failure && <ImportFailure failure={importView.failure} />}
      {isEmpty ? (
        <>
          <p className={styles.quiet}>{t('import.notInvited')}</p>
          <ArchivePicker
            label={t(importView?.failure ? 'import.chooseAnother' : 'import.choose')}
          />
        </>
      ) : (
        <p className={styles.quiet}>{t('import.notEmpty')}</p>
      )}
    </>
  );
}

function ImportProgress({ importView }: { importView: ImportView }) {
  const { t } = useTranslation('data-export');
  const { number } = useFormats();
  const { files_done, files_total } = importView;
  const figures = { done: number(files_done), total: number(files_total) };
  return (
    <div className={styles.progress}>
      <p role="status">
        {importView.state === 'waiting' ? t('import.waiting') : t('import.reading', figures)}
      </p>
      <ProgressBar
        label={t('import.progress')}
        percent={files_total > 0 ? (files_done / files_total) * 100 : undefined}
      />
      <p className={styles.quiet}>{t('import.mayLeave')}</p>
    </div>
  );
}

function ImportFailure({ failure }: { failure: NonNullable<ImportView['failure']> }) {
  // Loads all error texts: the import may have failed before this screen was opened.
  const { t } = useTranslation(['data-export', 'refusals']);
  const describe = useRefusalText();
  const { code, facts } = failure;
  return (
    <Notice kind="error" title={t('import.failed')} announced>
      {describe(code, facts)}
    </Notice>
  );
}

function ImportResult({ importView }: { importView: ImportView }) {
  const { t } = useTranslation('data-export');
  const { number } = useFormats();
  const dismiss = useMutationOf('dismissImport');
  // The import job changed data of other screens.
  const invalidate = useEffectEvent(useInvalidateAfter('uploadArchive'));
  useEffect(() => void invalidate(), []);
  const { contacts, instructions, files, left_out } = importView.outcome ?? emptyOutcome;
  const figures = {
    contacts: number(contacts),
    instructions: number(instructions),
    files: number(files),
  };
  return (
    <Notice
      kind="success"
      title={t('import.done')}
      announced
      actions={
        <>
          {contacts > 0 && (
            <ButtonLink kind="quiet" to="/contact">
              {t('import.openContacts')}
            </ButtonLink>
          )}
          <Button
            kind="plain"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { id: importView.id } })}
          >
            {t('import.dismiss')}
          </Button>
        </>
      }
    >
      <p>{t('import.result', figures)}</p>
      {contacts > 0 && <p>{t('import.invite')}</p>}
      {left_out.length > 0 && <SkippedItems items={left_out} />}
    </Notice>
  );
}

const emptyOutcome = { contacts: 0, instructions: 0, files: 0, left_out: [] };

interface ArchiveProgress {
  sent_bytes: number;
  total_bytes: number;
}

/** The upload of an archive, which continues on other screens. */
class ArchiveUpload extends Observable<ArchiveProgress | undefined> {
  #request: AbortController | undefined;

  constructor() {
    super(undefined);
  }

  /** Resolves when the upload is complete, rejects with an `AbortError` after `cancel()`. */
  async send(archive: File): Promise<void> {
    if (this.state()) return;
    const request = new AbortController();
    this.#request = request;
    const total_bytes = archive.size;
    this.setState({ sent_bytes: 0, total_bytes });
    try {
      const body = { size_bytes: total_bytes };
      const { id } = await api.startImport({ body });
      const onProgress = (sent_bytes: number) => {
        if (!request.signal.aborted) this.setState({ sent_bytes, total_bytes });
      };
      const options = { signal: request.signal, onProgress };
      await uploadArchive(id, archive, options);
    } finally {
      this.setState(undefined);
    }
  }

  cancel(): void {
    this.#request?.abort(new DOMException('The upload was cancelled.', 'AbortError'));
  }
}

const archiveUpload = new ArchiveUpload();

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function ArchivePicker({ label }: { label: string }) {
  const { t } = useTranslation('data-export');
  const describe = useErrorText();
  const invalidate = useInvalidateAfter('startImport');
  const input = useRef<HTMLInputElement>(null);

  async function send(archive: File | undefined) {
    if (!archive) return;
    try {
      await archiveUpload.send(archive);
    } catch (error) {
      if (!isAborted(error)) toasts.error(`${t('import.sendFailed')}. ${describe(error)}`);
    } finally {
      await invalidate();
    }
  }

  return (
    <div>
      <Button kind="quiet" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={label}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          // Allows choosing the same file again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

const shownAtFirst = 5;

function SkippedItems({ items }: { items: readonly SkippedItem[] }) {
  const { t } = useTranslation('data-export');
  const textOf = ({ kind, name, reason }: SkippedItem) => {
    const params = { kind: t(`import.kinds.${kind}`), reason: t(`import.reasons.${reason}`) };
    return name === '' ? t('import.itemUnnamed', params) : t('import.item', { ...params, name });
  };
  const numbered = items.map((item, index) => ({ item, index }));
  return (
    <>
      <p>{t('import.leftOut')}</p>
      <CollapsibleList
        items={numbered}
        shownAtFirst={shownAtFirst}
        className={styles.leftOut}
        more={t('import.more')}
        less={t('import.less')}
      >
        {({ item, index }) => <li key={index}>{textOf(item)}</li>}
      </CollapsibleList>
    </>
  );
}

function UploadProgress({ upload }: { upload: ArchiveProgress }) {
  const { t } = useTranslation('data-export');
  const { storage } = useFormats();
  const { sent_bytes, total_bytes } = upload;
  const figures = {
    sent: storage(sent_bytes / bytesPerMb),
    total: storage(Math.max(0.1, total_bytes / bytesPerMb)),
  };
  return (
    <>
      <div className={styles.progress}>
        <p role="status">{t('import.sending', figures)}</p>
        <ProgressBar label={t('import.progress')} percent={(sent_bytes / total_bytes) * 100} />
      </div>
      <div>
        <Button kind="plain" onClick={() => archiveUpload.cancel()}>
          {t('import.stop')}
        </Button>
      </div>
    </>
  );
}
