import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { firstStepsOf, isContactOnly } from './first-steps.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { LettersCard } from './letters/letters-card.tsx';
import { BecomeOwnerCard } from './own-invitation.tsx';
import { useDismissedSteps } from './use-put-away.ts';

interface GuidanceProps {
  dashboard: DashboardView;
  readiness: EndpointResult<'getReadiness'>;
}

/** What to do next: the first steps, and once they are done or put away, what would arrive today. */
export function Guidance({ dashboard, readiness }: GuidanceProps) {
  const { isPutAway: isDismissed, dismiss } = useDismissedSteps();
  const steps = firstStepsOf(dashboard);
  if (isContactOnly(dashboard)) return <BecomeOwnerCard />;
  return steps.next && !isDismissed ? (
    <FirstStepsCard dashboard={dashboard} view={steps} onDismiss={dismiss} />
  ) : (
    <LettersCard readiness={readiness} />
  );
}
