import { ApiError } from '@zavet/contract/client';
import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { uploadFile } from '../../../../platform/client/uploads.ts';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useObservable } from '../../../../platform/state/observable.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useInstructionCache } from '../instruction-queries.ts';
import { isSameFile, roundSpace } from '../public/file-choice.ts';
import { UploadRow } from '../public/upload-row.tsx';
import { isActive, type Upload, UploadRunner } from '../public/upload-runner.ts';
import styles from './files.module.css';

const RunnerContext = createContext<UploadRunner<FileView> | undefined>(undefined);

/** Uploads continue while the user moves between the list and the forms. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('instructions');
  const cache = useInstructionCache();
  const describe = useUploadErrorText();

  const [runner] = useState(() => new UploadRunner(uploadFile));
  const onDone = useEffectEvent((upload: Upload, file: FileView | undefined) => {
    cache.updateExpectedFiles(upload.target_id, (all) =>
      all.filter((expected) => !isSameFile(expected, upload)),
    );
    if (!file) return;
    cache.addFile(file);
    if (!isSameFile(file, upload)) {
      toasts.plain(t('uploads.renamed', { name: upload.file_name, kept: file.file_name }));
    }
  });
  const onFailed = useEffectEvent((upload: Upload, error: unknown) => {
    toasts.error(t('uploads.failed', { name: upload.file_name, reason: describe(error) }));
  });
  const onIdle = useEffectEvent((uploads: readonly Upload[]) => {
    cache.refresh();
    if (uploads.length === 0 || uploads.some(({ state }) => state.kind !== 'done')) return;
    toasts.success(t('uploads.done', { count: uploads.length }));
    runner.dismissFinished();
  });
  useEffect(
    () =>
      runner.listen({
        onDone: (upload, file) => onDone(upload, file),
        onFailed: (upload, error) => onFailed(upload, error),
        onIdle: (uploads) => onIdle(uploads),
      }),
    [runner],
  );

  const uploads = useObservable(runner);
  return (
    <RunnerContext value={runner}>
      {children}
      <LeaveGuard
        isChanged={uploads.some(isActive)}
        isAboutScreen
        title={t('uploads.leaveTitle')}
        text={t('uploads.leaveText')}
      />
    </RunnerContext>
  );
}

export function useUploads() {
  const runner = useContext(RunnerContext);
  if (!runner) throw new Error('No UploadsProvider above');
  const uploads = useObservable(runner);
  return { runner, uploads };
}

export function UploadPanel() {
  const { t } = useTranslation('instructions');
  const { runner, uploads } = useUploads();
  const describe = useUploadErrorText();
  if (uploads.length === 0) return null;
  const activeCount = uploads.filter(isActive).length;
  // When idle, completed uploads are hidden.
  const shown = activeCount > 0 ? uploads : uploads.filter(({ state }) => state.kind !== 'done');
  return (
    <Card aria-labelledby="uploads-title">
      <div className={styles.panelHead}>
        <Heading level={2} size="row" id="uploads-title">
          {t(activeCount > 0 ? 'uploads.title' : 'uploads.restTitle')}
        </Heading>
        {activeCount === 0 && (
          <Button kind="plain" onClick={() => runner.dismissFinished()}>
            {t('uploads.dismissAll')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.quiet}>
        {activeCount > 0 ? t('uploads.going', { count: activeCount }) : t('uploads.rest')}
      </p>
      <ul className={styles.list}>
        {shown.map((upload) => (
          <NamedUpload key={upload.id} upload={upload} runner={runner} describe={describe} />
        ))}
      </ul>
    </Card>
  );
}

function NamedUpload(props: Omit<ComponentProps<typeof UploadRow>, 'title'>) {
  // The title may come from cached data of any age.
  const instruction = useEndpoint(
    'getInstruction',
    { params: { id: props.upload.target_id } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return <UploadRow {...props} title={instruction.data?.title} />;
}

export function useUploadErrorText(): (error: unknown) => string {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const formats = useFormats();
  return (error) => {
    if (!(error instanceof ApiError)) return describe(error);
    if (error.fields['x-file-name']) return t('files.problems.file_name_too_long');
    const { attempted_mb, available_mb, limit_mb } = error.facts;
    if (error.code !== 'storage_limit_exceeded') return describe(error);
    const space = roundSpace(Number(attempted_mb), Number(available_mb));
    return t('files.notEnoughSpace', {
      attempted: formats.megabytes(space.attempted),
      available: formats.megabytes(space.available),
      limit: formats.megabytes(Number(limit_mb)),
    });
  };
}
