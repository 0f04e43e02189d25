import type { DashboardView } from '@zavet/contract/dashboard/dashboard-endpoints';
import { firstStepsOf } from './first-steps.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { ReadinessCard } from './readiness/readiness-card.tsx';
import { ServerNotices } from './readiness/server-notices.tsx';

/** What to do next: the first steps, and once they are done, whatever would go wrong today. */
export function Guidance({ dashboard }: { dashboard: DashboardView }) {
  // After an activation there is nothing left to prepare.
  if (dashboard.protocol_activated_at) return null;
  const steps = firstStepsOf(dashboard);
  if (!steps.next) return <ReadinessCard />;
  return (
    <>
      <FirstStepsCard dashboard={dashboard} view={steps} />
      <ServerNotices />
    </>
  );
}
