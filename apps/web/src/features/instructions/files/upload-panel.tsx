import { IconCircleCheck } from '@tabler/icons-react';
import { Button } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { Heading } from '../../../interface/heading.tsx';
import { useLanguage } from '../../../interface/language/use-language.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { ProgressBar } from '../../../interface/progress-bar.tsx';
import { useInstructions } from '../api/instructions.ts';
import styles from './files.module.css';
import { canRetry } from './upload-failure.ts';
import { isGoing, type Upload } from './upload-queue.ts';
import { useUploads } from './uploads.tsx';
import { useFileSize } from './use-file-size.ts';
import { useUploadErrorText } from './use-upload-error-text.ts';

/** The files on their way to the server, and those that did not arrive. */
export function UploadPanel() {
  const { t } = useTranslation('instructions');
  const { runner, uploads } = useUploads();
  if (uploads.length === 0) return null;
  const going = uploads.filter(isGoing).length;
  // At rest only what is missing still matters.
  const shown = going > 0 ? uploads : uploads.filter(({ state }) => state.kind !== 'done');
  return (
    <Card aria-labelledby="uploads-title">
      <div className={styles.panelHead}>
        <Heading level={2} size={3} id="uploads-title">
          {t(going > 0 ? 'uploads.title' : 'uploads.restTitle')}
        </Heading>
        {going === 0 && (
          <Button kind="plain" onClick={() => runner.dismissResting()}>
            {t('uploads.dismissAll')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.quiet}>
        {going > 0 ? t('uploads.going', { count: going }) : t('uploads.rest')}
      </p>
      <ul className={styles.list}>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </Card>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation('instructions');
  const sizeOf = useFileSize();
  const instructions = useInstructions().data?.instructions;
  const title = instructions?.find(({ id }) => id === upload.instruction_id)?.title;
  return (
    <li className={styles.row} data-state={upload.state.kind}>
      <div className={styles.about}>
        <span className={styles.name}>{upload.file_name}</span>
        <span className={styles.quiet}>
          {title
            ? t('uploads.sizeAndTitle', { size: sizeOf(upload.size_bytes), title })
            : sizeOf(upload.size_bytes)}
        </span>
        <UploadStatus upload={upload} />
      </div>
      <UploadActions upload={upload} />
    </li>
  );
}

function UploadStatus({ upload }: { upload: Upload }) {
  const { t } = useTranslation('instructions');
  const { language } = useLanguage();
  const percentText = (percent: number) =>
    new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
  const describe = useUploadErrorText();
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

function UploadActions({ upload }: { upload: Upload }) {
  const { t } = useTranslation('instructions');
  const { runner } = useUploads();
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
