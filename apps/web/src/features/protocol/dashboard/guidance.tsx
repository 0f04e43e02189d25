import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';
import type { EndpointResult } from '../../../platform/queries/use-endpoint.ts';
import { firstStepsOf, isContactOnly } from './first-steps.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { LettersCard } from './letters/letters-card.tsx';
import { OwnInvitation } from './own-invitation.tsx';
import { usePutAway } from './use-put-away.ts';

interface GuidanceProps {
  dashboard: DashboardView;
  readiness: EndpointResult<'getReadiness'>;
}

/** What to do next: the first steps, and once they are done or put away, what would arrive today. */
export function Guidance({ dashboard, readiness }: GuidanceProps) {
  const { isPutAway, putAway } = usePutAway();
  const steps = firstStepsOf(dashboard);
  if (isContactOnly(dashboard)) return <OwnInvitation />;
  return steps.next && !isPutAway ? (
    <FirstStepsCard dashboard={dashboard} view={steps} onPutAway={putAway} />
  ) : (
    <LettersCard readiness={readiness} />
  );
}
