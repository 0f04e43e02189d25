import { useDeferredValue, useState } from 'react';
import { ButtonLink } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { useDelayed } from '../../interface/use-delayed.ts';
import { useOwnProtocol } from '../protocol/public/own-protocol.ts';
import { ProtocolNotice } from '../protocol/public/protocol-notice.tsx';
import { useReadiness } from './api/dashboard-queries.ts';
import styles from './dashboard.module.css';
import { EmergencyCard } from './emergency-card.tsx';
import { partOfDay } from './greeting.ts';
import { Guidance } from './guidance.tsx';
import { QuickSetupCard } from './quick-setup-card.tsx';
import { ContactsCard, type DashboardCardProps, InstructionsCard } from './stat-cards.tsx';
import { useDashboard } from './use-dashboard.ts';

export function DashboardScreen() {
  const { t } = useTranslation(['dashboard', 'shell']);
  const { query, isWithoutDatabase } = useDashboard();
  // Drawn in slices: a slow phone can be used meanwhile.
  const dashboard = useDeferredValue(query.data, undefined);
  const part = partOfDay(new Date().getHours());
  const name = query.data?.first_name;
  const greeting = name ? t(`greeting.${part}Name`, { name }) : t(`greeting.${part}`);
  const hasFailed = query.isError && !query.data && !isWithoutDatabase;

  return (
    <Page title={greeting} tabTitle={t('shell:nav.dashboard')} lead={t('lead')}>
      {isWithoutDatabase && <DemoBanner />}
      {hasFailed ? (
        <>
          <ProtocolNotice activatedAt={null} />
          <ErrorState
            title={t('loadFailed')}
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => query.refetch()}
          />
        </>
      ) : (
        <Cards dashboard={dashboard} isWaiting={!dashboard && !isWithoutDatabase} />
      )}
    </Page>
  );
}

/** How long the cards wait for the readiness and the protocol, in milliseconds. */
const patience = 1000;

/** All at once, if that is soon: a card that came later would push the others from under the pointer. */
function Cards({ dashboard, isWaiting }: DashboardCardProps & { isWaiting: boolean }) {
  const readiness = useReadiness();
  const [isImpatient, setIsImpatient] = useState(false);
  useDelayed(dashboard !== undefined, patience, () => setIsImpatient(true));
  const isFetched = useOwnProtocol().isFetched && readiness.isFetched;
  const isChecking = dashboard !== undefined && !isFetched && !isImpatient;
  if (isWaiting || isChecking) {
    return (
      <Card>
        <SkeletonLines lines={6} />
      </Card>
    );
  }
  return (
    <>
      <ProtocolNotice activatedAt={dashboard?.protocol_activated_at ?? null} />
      {dashboard && <Guidance dashboard={dashboard} readiness={readiness} />}
      <div className={styles.cards}>
        <ContactsCard dashboard={dashboard} />
        <InstructionsCard dashboard={dashboard} />
        <QuickSetupCard />
        <EmergencyCard dashboard={dashboard} />
      </div>
    </>
  );
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
