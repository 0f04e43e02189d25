import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { uploadFile } from '../../../../platform/client/uploads.ts';
import { useObservable } from '../../../../platform/state/observable.ts';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useInstructionCache } from '../instruction-queries.ts';
import { isSameFile } from '../public/file-choice.ts';
import { isGoing, type Upload } from '../public/upload-queue.ts';
import { UploadRunner } from '../public/upload-runner.ts';
import { useUploadErrorText } from './use-upload-error-text.ts';

const RunnerContext = createContext<UploadRunner<FileView> | undefined>(undefined);

/** Files go on being sent while one walks between the list and the forms of this screen. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('instructions');
  const cache = useInstructionCache();
  const describe = useUploadErrorText();

  const [runner] = useState(() => new UploadRunner(uploadFile));
  const onDone = useEffectEvent((upload: Upload, file: FileView | undefined) => {
    cache.expectedChanged(upload.target_id, (all) =>
      all.filter((expected) => !isSameFile(expected, upload)),
    );
    if (!file) return;
    cache.fileAdded(file);
    if (!isSameFile(file, upload)) {
      toasts.plain(t('uploads.renamed', { name: upload.file_name, kept: file.file_name }));
    }
  });
  const onFailed = useEffectEvent((upload: Upload, error: unknown) => {
    toasts.error(t('uploads.failed', { name: upload.file_name, reason: describe(error) }));
  });
  const onRest = useEffectEvent((uploads: readonly Upload[]) => {
    cache.refresh();
    if (uploads.length === 0 || uploads.some(({ state }) => state.kind !== 'done')) return;
    toasts.success(t('uploads.done', { count: uploads.length }));
    runner.dismissResting();
  });
  useEffect(
    () =>
      runner.tell({
        onDone: (upload, file) => onDone(upload, file),
        onFailed: (upload, error) => onFailed(upload, error),
        onRest: (uploads) => onRest(uploads),
      }),
    [runner],
  );

  const uploads = useObservable(runner);
  return (
    <RunnerContext value={runner}>
      {children}
      <LeaveGuard
        isChanged={uploads.some(isGoing)}
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
