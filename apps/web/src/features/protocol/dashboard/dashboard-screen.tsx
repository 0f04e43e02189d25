import type { ReadinessView } from '@zavet/contract/protocol/dashboard-endpoints';
import { useDeferredValue, useState } from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Thread } from '../../../ui/thread.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import {
  ProtocolNotice,
  ReleaseSentence,
  useOwnProtocol,
} from '../control/public/own-protocol.tsx';
import styles from './dashboard.module.css';
import { dayPartOf, shownDaysOf } from './dashboard-rules.ts';
import { Overview, OverviewSkeleton } from './overview.tsx';
import { useDashboard } from './use-dashboard.ts';

export function DashboardScreen() {
  const { t } = useTranslation(['dashboard', 'shell']);
  const { query, isWithoutDatabase } = useDashboard();
  // Deferred rendering keeps slow phones responsive.
  const dashboard = useDeferredValue(query.data, undefined);
  const readiness = useEndpoint('getReadiness');
  const isReady = useIsReady(dashboard !== undefined, readiness.isFetched);
  const isIdle = useIsIdle();
  const partOfDay = dayPartOf(new Date().getHours());
  const name = query.data?.first_name;
  const greeting = name ? t(`greeting.${partOfDay}Name`, { name }) : t(`greeting.${partOfDay}`);
  const hasFailed = query.isError && !query.data && !isWithoutDatabase;
  const forecast =
    isReady && isIdle && readiness.data && hasDeliverableLetters(readiness.data)
      ? readiness.data
      : undefined;

  return (
    <Page
      title={greeting}
      tabTitle={t('shell:nav.dashboard')}
      lead={forecast ? <ReleaseForecast readiness={forecast} /> : t('lead')}
      actions={
        forecast &&
        forecast.waiting_hours > 0 && <DaysUntilRelease hours={forecast.waiting_hours} />
      }
    >
      {isWithoutDatabase && <DemoBanner />}
      {hasFailed && (
        <>
          <ProtocolNotice activatedAt={null} />
          <ErrorState
            title={t('loadFailed')}
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => query.refetch()}
          />
        </>
      )}
      {!hasFailed && (isReady || isWithoutDatabase) && (
        <Overview dashboard={dashboard} readiness={readiness} />
      )}
      {!hasFailed && !isReady && !isWithoutDatabase && <OverviewSkeleton />}
    </Page>
  );
}

/** Timeout for the readiness and the protocol. */
const maxWaitMs = 1000;

/** True if all data can be rendered together, or after a timeout. This avoids layout shifts. */
function useIsReady(hasDashboard: boolean, isReadinessFetched: boolean): boolean {
  const [hasTimedOut, setHasTimedOut] = useState(false);
  useDelayed(hasDashboard, maxWaitMs, () => setHasTimedOut(true));
  const isFetched = useOwnProtocol().isFetched && isReadinessFetched;
  return hasDashboard && (isFetched || hasTimedOut);
}

/** True if the protocol is neither active nor being started. */
function useIsIdle(): boolean {
  const { data } = useOwnProtocol();
  return data !== undefined && data.protocol === null && data.attempts.length === 0;
}

function DemoBanner() {
  const { t } = useTranslation('dashboard');
  return (
    <Notice
      kind="warning"
      announced
      title={t('demo.title')}
      actions={
        <ButtonLink to="/setup" kind="quiet">
          {t('demo.check')}
        </ButtonLink>
      }
    >
      {t('demo.text')}
    </Notice>
  );
}

const hourMs = 60 * 60 * 1000;

/** True if a start today would release at least one letter. */
function hasDeliverableLetters({ letters }: Pick<ReadinessView, 'letters'>): boolean {
  return letters.arriving + letters.incomplete > 0;
}

/** The consequences of a start today. */
function ReleaseForecast({ readiness }: { readiness: ReadinessView }) {
  const releaseAt = hoursFromNow(readiness.waiting_hours);
  return (
    <span className={styles.today}>
      <ReleaseSentence
        rules={readiness}
        contacts={readiness.people.filter(({ status }) => status === 'confirmed')}
        releaseAt={releaseAt.toISOString()}
      />
    </span>
  );
}

/** The days of the waiting period, during which a start can be vetoed. */
function DaysUntilRelease({ hours }: { hours: number }) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  const days = shownDaysOf(hours);
  const last = days.at(-1);
  return (
    <div className={styles.days}>
      <Thread
        direction="days"
        label={t('days.label')}
        steps={days.map((day) => {
          const date = hoursFromNow(day * 24);
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

function hoursFromNow(hours: number): Date {
  return new Date(Date.now() + hours * hourMs);
}
