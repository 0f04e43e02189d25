import { useEffect, useState } from 'react';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Thread } from '../../../../ui/thread.tsx';
import { type Attempt, attemptStageOf, timeLeftMs } from './attempt-rules.ts';
import styles from './veto.module.css';

const refreshIntervalMs = 20_000;

interface AttemptThreadProps {
  attempt: Attempt;
  /** `across` needs the full width. */
  direction?: 'across' | 'down';
}

/** The past, current and next step of an attempt. */
export function AttemptThread({ attempt, direction = 'down' }: AttemptThreadProps) {
  const { t } = useTranslation('veto');
  const formats = useFormats();
  const remainingMs = timeLeftMs(attempt, useNow());
  const { contact_name: contact, started_at, release_at, is_postponed, doubt } = attempt;
  const stage = attemptStageOf(attempt.status);
  const start = stage === 'requested' ? 'filed' : 'started';
  return (
    <Thread
      label={t('thread.label')}
      direction={direction}
      steps={[
        {
          key: 'start',
          state: 'done',
          label: contact ? t(`thread.${start}By`, { contact }) : t(`thread.${start}`),
          note: <time dateTime={started_at}>{formats.dateTime(started_at)}</time>,
        },
        {
          key: 'now',
          state: 'current',
          label: t(`thread.${stage}`),
          note:
            remainingMs !== undefined && remainingMs > 0 && !doubt
              ? t('thread.left', { time: formats.timeLeft(remainingMs) })
              : undefined,
        },
        {
          key: 'ahead',
          state: 'todo',
          label: doubt
            ? t('thread.held')
            : release_at
              ? t(remainingMs === 0 ? 'thread.leavesNow' : 'thread.leaves')
              : t('thread.unpaid'),
          note: doubt ? (
            t('thread.decided', { date: formats.deadline(doubt.decided_by) })
          ) : (
            <ReleaseTime releaseAt={release_at} isPostponed={is_postponed} />
          ),
        },
      ]}
    />
  );
}

interface ReleaseTimeProps {
  releaseAt: string | null;
  isPostponed: boolean;
}

function ReleaseTime({ releaseAt, isPostponed }: ReleaseTimeProps) {
  const { t } = useTranslation('veto');
  const formats = useFormats();
  if (!releaseAt) return null;
  return (
    <>
      <time dateTime={releaseAt}>{formats.deadline(releaseAt)}</time>
      {isPostponed && <span className={styles.postponed}>{t('thread.postponed')}</span>}
    </>
  );
}

/** The current time, updated often enough for a countdown in minutes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface VetoMeaningProps {
  /** True if the attempt is a request for review; nothing is started yet. */
  isRequest?: boolean;
}

export function VetoMeaning({ isRequest }: VetoMeaningProps) {
  const { t } = useTranslation('veto');
  return (
    <div className={styles.meaning}>
      <Heading level={2} size="row">
        {t('meaning.title')}
      </Heading>
      <VetoConsequences isRequest={isRequest} />
    </div>
  );
}

const vetoPoints = ['letters', 'fee', 'told', 'contact'] as const;
const requestPoints = ['request', 'contact'] as const;

export function VetoConsequences({ isRequest = false }: VetoMeaningProps) {
  const { t } = useTranslation('veto');
  return (
    <ul className={styles.points}>
      {(isRequest ? requestPoints : vetoPoints).map((point) => (
        <li key={point}>{t(`meaning.${point}`)}</li>
      ))}
    </ul>
  );
}
