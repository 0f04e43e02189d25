import { useEffect, useState } from 'react';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { type Attempt, stageOf, timeLeft } from './attempt-rules.ts';
import styles from './stopping.module.css';

const lookAgainAfter = 20_000;

/** What has happened, where it stands and what lies ahead: a line, a knot and stitches. */
export function AttemptThread({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('stop');
  const formats = useFormats();
  const left = timeLeft(attempt, useNow());
  const { contact_name: contact, started_at, release_at, is_postponed } = attempt;
  const stage = stageOf(attempt.status);
  const begun = stage === 'requested' ? 'filed' : 'started';
  return (
    <ol className={styles.thread} aria-label={t('thread.label')}>
      <li data-state="done">
        <strong>{contact ? t(`thread.${begun}By`, { contact }) : t(`thread.${begun}`)}</strong>
        <time dateTime={started_at}>{formats.dateTime(started_at)}</time>
      </li>
      <li data-state="now" aria-current="step">
        <strong>{t(`thread.${stage}`)}</strong>
        {left !== undefined && left > 0 && (
          <span>{t('thread.left', { time: formats.timeLeft(left) })}</span>
        )}
      </li>
      <li data-state="ahead">
        {release_at ? (
          <>
            <span>{t(left === 0 ? 'thread.leavesNow' : 'thread.leaves')}</span>
            <time dateTime={release_at}>{formats.dateTime(release_at)}</time>
            {is_postponed && <span>{t('thread.postponed')}</span>}
          </>
        ) : (
          <span>{t('thread.unpaid')}</span>
        )}
      </li>
    </ol>
  );
}

/** The moment, told again often enough for minutes that run down. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookAgainAfter);
    return () => clearInterval(timer);
  }, []);
  return now;
}
