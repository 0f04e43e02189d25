import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonLines } from '../../../ui/loading.tsx';
import { ProtocolNotice } from '../control/public/protocol-notice.tsx';
import { TrustingPeople } from '../legacies/public/trusting-people.tsx';
import styles from './dashboard.module.css';
import { EmergencyCard } from './emergency-card.tsx';
import { Figures } from './figures.tsx';
import { isContactOnly } from './first-steps.ts';
import { Guidance } from './guidance.tsx';
import { PeopleColumn } from './people-column.tsx';
import { QuickSetupCard } from './quick-setup-card.tsx';
import { ServiceNotices } from './readiness/service-notices.tsx';

interface OverviewProps {
  /** Absent where the database cannot be reached. */
  dashboard: DashboardView | undefined;
  /** Asked for by the screen: a second asker that comes and goes would ask again each time. */
  readiness: EndpointResult<'getReadiness'>;
}

/** Who trusted the visitor, then what is the visitor's own. */
export function Overview({ dashboard, readiness }: OverviewProps) {
  const activatedAt = dashboard?.protocol_activated_at ?? null;
  return (
    <div className={styles.overview}>
      <ProtocolNotice activatedAt={activatedAt} />
      {dashboard && dashboard.legacies.length > 0 && (
        <TrustingPeople legacies={dashboard.legacies} />
      )}
      <ServiceNotices findings={readiness.data?.findings ?? []} />
      {dashboard && activatedAt === null && (
        <div className={styles.columns}>
          <Guidance dashboard={dashboard} readiness={readiness} />
          <PeopleColumn dashboard={dashboard} people={readiness.data?.people ?? []} />
        </div>
      )}
      <Figures dashboard={dashboard} />
      <div className={styles.cards}>
        {/* The cards of those who trusted the visitor lead there as well. */}
        {!(dashboard && isContactOnly(dashboard)) && <EmergencyCard dashboard={dashboard} />}
        <QuickSetupCard />
      </div>
    </div>
  );
}

/** In the shape of the two columns that come. */
export function OverviewSkeleton() {
  return (
    <div className={styles.columns}>
      <Card>
        <SkeletonLines lines={6} />
      </Card>
      <div aria-hidden className={styles.side}>
        <SkeletonLines lines={4} />
      </div>
    </div>
  );
}
