import { Button } from '../../../../ui/button.tsx';
import { IconCircleCheck } from '../../../../ui/icons.tsx';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { canRetry } from '../files/attachment-rules.ts';
import styles from '../files/files.module.css';
import { useFileSize } from './file-list.tsx';
import type { Upload, UploadRunner } from './upload-runner.ts';

interface UploadRowProps {
  upload: Upload;
  runner: Pick<UploadRunner<unknown>, 'cancel' | 'retry' | 'dismiss'>;
  /** The title of the target, if it has to be shown. */
  title?: string | undefined;
  describe: (error: unknown) => string;
}

export function UploadRow({ upload, runner, title, describe }: UploadRowProps) {
  const { t } = useTranslation('instructions');
  const sizeOf = useFileSize();
  return (
    <li className={styles.row} data-state={upload.state.kind}>
      <div className={styles.about}>
        <span className={styles.name}>{upload.file_name}</span>
        <span className={styles.quiet}>
          {title
            ? t('uploads.sizeAndTitle', { size: sizeOf(upload.size_bytes), title })
            : sizeOf(upload.size_bytes)}
        </span>
        <UploadStatus upload={upload} describe={describe} />
      </div>
      <UploadActions upload={upload} runner={runner} />
    </li>
  );
}

function UploadStatus({ upload, describe }: Pick<UploadRowProps, 'upload' | 'describe'>) {
  const { t } = useTranslation('instructions');
  const { language } = useLanguage();
  const percentText = (percent: number) =>
    new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
  const { state, file_name: name } = upload;
  switch (state.kind) {
    case 'waiting':
      return <span className={styles.quiet}>{t('uploads.waiting')}</span>;
    case 'sending': {
      const percent = (state.sentBytes / upload.size_bytes) * 100;
      return (
        <div className={styles.progress}>
          <ProgressBar label={t('uploads.progress', { name })} percent={percent} />
          <span className={styles.quiet}>{percentText(percent)}</span>
        </div>
      );
    }
    case 'done':
      return (
        <span className={styles.done}>
          <IconCircleCheck size={20} aria-hidden />
          {t('uploads.uploaded')}
        </span>
      );
    case 'cancelled':
      return <span className={styles.quiet}>{t('uploads.cancelled')}</span>;
    case 'failed':
      return <span className={styles.problem}>{describe(state.error)}</span>;
  }
}

function UploadActions({ upload, runner }: Pick<UploadRowProps, 'upload' | 'runner'>) {
  const { t } = useTranslation('instructions');
  const { id, file_name: name, state } = upload;
  if (state.kind === 'done') return null;
  if (state.kind === 'waiting' || state.kind === 'sending') {
    return (
      <div className={styles.actions}>
        <Button
          kind="plain"
          aria-label={t('uploads.cancelNamed', { name })}
          onClick={() => runner.cancel(id)}
        >
          {t('uploads.cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      {(state.kind === 'cancelled' || canRetry(state.error)) && (
        <Button
          kind="quiet"
          aria-label={t('uploads.retryNamed', { name })}
          onClick={() => runner.retry(id)}
        >
          {t('uploads.retry')}
        </Button>
      )}
      <Button
        kind="plain"
        aria-label={t('uploads.dismissNamed', { name })}
        onClick={() => runner.dismiss(id)}
      >
        {t('uploads.dismiss')}
      </Button>
    </div>
  );
}
