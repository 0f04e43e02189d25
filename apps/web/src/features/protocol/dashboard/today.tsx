import type { ReadinessView } from '@zavet/contract/protocol/dashboard-endpoints';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Thread } from '../../../ui/thread.tsx';
import { ReleaseSentence } from '../control/public/release-sentence.tsx';
import styles from './dashboard.module.css';
import { shownDays } from './thread-days.ts';

const hourMs = 60 * 60 * 1000;

/** A letter would leave if the protocol were started today. */
export function hasDeliverableLetters({ letters }: Pick<ReadinessView, 'letters'>): boolean {
  return letters.arriving + letters.incomplete > 0;
}

/** Contacts who have agreed. */
function agreedOf({ people }: Pick<ReadinessView, 'people'>) {
  return people.filter(({ status }) => status === 'confirmed');
}

/** What would happen if the protocol were started today. */
export function Today({ readiness }: { readiness: ReadinessView }) {
  const releaseAt = inHours(readiness.waiting_hours);
  return (
    <span className={styles.today}>
      <ReleaseSentence
        rules={readiness}
        contacts={agreedOf(readiness)}
        releaseAt={releaseAt.toISOString()}
      />
    </span>
  );
}

/** The days in between, in which it can be stopped. Where nothing waits there are none. */
export function DaysUntilRelease({ hours }: { hours: number }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const days = shownDays(hours);
  const last = days.at(-1);
  return (
    <div className={styles.days}>
      <Thread
        direction="days"
        label={t('days.label')}
        steps={days.map((day) => {
          const date = inHours(day * 24);
          const name = day === last ? formats.day(date.toISOString()) : date.getDate().toString();
          return {
            key: day.toString(),
            state: day === 0 ? 'current' : 'todo',
            label: day === 0 ? t('days.today') : name,
          };
        })}
      />
    </div>
  );
}

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * hourMs);
}
