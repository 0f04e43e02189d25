import type { OwnAttempt } from '@zavet/contract/protocol/legacy-endpoints';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { isOnlyAskedFor } from './attempt-rules.ts';
import { AttemptThread } from './attempt-thread.tsx';
import { StopButton } from './stop-button.tsx';
import styles from './stopping.module.css';

interface ContactStartedProps {
  begun: OwnAttempt;
  attempts: readonly OwnAttempt[];
}

/** What one contact has begun, across the whole card: that nothing has left, where it stands, the stop. */
export function ContactStarted({ begun, attempts }: ContactStartedProps) {
  const { t } = useTranslation(['protocol', 'stop']);
  const formats = useFormats();
  const isRequest = isOnlyAskedFor(attempts);
  const date = formats.dateTime(begun.started_at);
  return (
    <div className={styles.stack} role="status">
      <p className={styles.begun}>
        {t(`pending.${titleOf(begun)}`, { date })}. <strong>{t('stop:title')}.</strong>
      </p>
      <AttemptThread attempt={begun} direction="across" />
      <div className={styles.stop}>
        <StopButton isRequest={isRequest} isBig />
        <p className={styles.quiet}>{t(isRequest ? 'pending.here' : 'pending.stop')}</p>
      </div>
    </div>
  );
}

function titleOf({ status }: OwnAttempt) {
  if (status === 'requested') return 'contactRequested';
  return status === 'payment_pending' ? 'contact' : 'contactStarted';
}
