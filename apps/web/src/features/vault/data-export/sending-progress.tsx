import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { Button } from '../../../ui/button.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { archiveUpload, type SendingArchive } from './archive-upload.ts';
import styles from './own-data.module.css';

/** How much of an archive has gone, and the way to stop it. */
export function SendingProgress({ sending }: { sending: SendingArchive }) {
  const { t } = useTranslation('own-data');
  const { storage } = useFormats();
  const { sent_bytes, total_bytes } = sending;
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
        <Button kind="plain" onClick={() => archiveUpload.stop()}>
          {t('import.stop')}
        </Button>
      </div>
    </>
  );
}
