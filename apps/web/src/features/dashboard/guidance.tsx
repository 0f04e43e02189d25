import type { DashboardView } from '@zavet/contract/dashboard/dashboard-endpoints';
import type { useReadiness } from './api/dashboard-queries.ts';
import { firstStepsOf } from './first-steps.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { ReadinessCard } from './readiness/readiness-card.tsx';
import { ServerNotices } from './readiness/server-notices.tsx';

interface GuidanceProps {
  dashboard: DashboardView;
  /** Asked for by the screen: a second asker that comes and goes would ask again each time. */
  readiness: ReturnType<typeof useReadiness>;
}

/** What to do next: the first steps, and once they are done, whatever would go wrong today. */
export function Guidance({ dashboard, readiness }: GuidanceProps) {
  // After an activation there is nothing left to prepare.
  if (dashboard.protocol_activated_at) return null;
  const steps = firstStepsOf(dashboard);
  if (!steps.next) return <ReadinessCard readiness={readiness} />;
  return (
    <>
      <FirstStepsCard dashboard={dashboard} view={steps} />
      <ServerNotices findings={readiness.data?.findings ?? []} />
    </>
  );
}
