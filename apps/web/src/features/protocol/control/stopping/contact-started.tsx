import type { OwnAttempt } from '@zavet/contract/protocol/legacy-endpoints';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { areOnlyRequests } from './attempt-rules.ts';
import { AttemptThread } from './attempt-thread.tsx';
import { VetoButton } from './stop-button.tsx';
import styles from './stopping.module.css';

interface ContactAttemptProps {
  attempt: OwnAttempt;
  attempts: readonly OwnAttempt[];
}

/** What one contact has begun, across the whole card: that nothing has left, where it stands, the stop. */
export function ContactAttempt({ attempt, attempts }: ContactAttemptProps) {
  const { t } = useTranslation(['protocol', 'stop']);
  const formats = useFormats();
  const isRequest = areOnlyRequests(attempts);
  const date = formats.dateTime(attempt.started_at);
  return (
    <div className={styles.stack} role="status">
      <p className={styles.attempt}>
        {t(`pending.${titleOf(attempt)}`, { date })}. <strong>{t('stop:title')}.</strong>
      </p>
      <AttemptThread attempt={attempt} direction="across" />
      <div className={styles.stop}>
        <VetoButton isRequest={isRequest} isBig />
        <p className={styles.quiet}>{t(isRequest ? 'pending.here' : 'pending.stop')}</p>
      </div>
    </div>
  );
}

function titleOf({ status }: OwnAttempt) {
  if (status === 'requested') return 'contactRequested';
  return status === 'payment_pending' ? 'contact' : 'contactStarted';
}
