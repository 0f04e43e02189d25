import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { stageOf } from './legacy-stage.ts';
import { isRequestStage, needsRequest, nextStepOf } from './start-rules.ts';

type StepState = 'done' | 'current' | 'todo';
export type StepName =
  | 'named'
  | 'confirmed'
  | 'requested'
  | 'reviewed'
  | 'asked'
  | 'agreed'
  | 'activated'
  | 'waiting'
  | 'delivered';

export interface TimelineStep {
  name: StepName;
  state: StepState;
}

/** The steps of this protocol with their state. */
export function timelineOf(legacy: LegacyView): TimelineStep[] {
  const names = stepsOf(legacy);
  const current = names.indexOf(currentStepOf(legacy));
  const isDone = stageOf(legacy) === 'active' && legacy.activation?.status === 'delivered';
  return names.map((name, index) => ({
    name,
    state: index < current || isDone ? 'done' : index === current ? 'current' : 'todo',
  }));
}

/** The steps in order. The first are naming and confirmation, or a request or agreement if any. */
function stepsOf(legacy: LegacyView): StepName[] {
  const stage = stageOf(legacy);
  if (stage === 'active') return ['named', 'confirmed', 'activated', 'delivered'];
  const hasWaitingPeriod = legacy.waiting_hours > 0 || stage === 'waiting';
  const rest: StepName[] = [
    'activated',
    ...(hasWaitingPeriod ? (['waiting'] as const) : []),
    'delivered',
  ];
  const agreed: StepName[] = legacy.needs_agreement ? ['agreed'] : [];
  if (isRequestStage(stage)) return ['requested', 'reviewed', ...agreed, ...rest];
  const isIdle = stage === 'ready' || stage === 'vetoed';
  if (isIdle && needsRequest(legacy))
    return ['confirmed', 'requested', 'reviewed', ...agreed, ...rest];
  const isInProgress = stage !== 'ready' && stage !== 'vetoed' && stage !== 'paidByOther';
  if (isInProgress && legacy.activation?.agreement) return ['asked', 'agreed', ...rest];
  // A start in progress without an agreement needs none.
  return isInProgress
    ? ['named', 'confirmed', ...rest]
    : ['named', 'confirmed', ...agreed, ...rest];
}

function currentStepOf(legacy: LegacyView): StepName {
  const stage = stageOf(legacy);
  switch (stage) {
    case 'ready':
    case 'vetoed':
      return 'confirmed';
    case 'requested':
    case 'rejected':
      return 'reviewed';
    case 'approved':
      return nextStepOf(legacy) === 'ask' ? 'agreed' : 'activated';
    case 'askedMe':
      return 'agreed';
    case 'asked':
      return nextStepOf(legacy) === 'pay' ? 'activated' : 'agreed';
    case 'answered':
    case 'agreed':
    case 'paidByMe':
    case 'paidByOther':
      return 'activated';
    case 'waiting':
      return 'waiting';
    case 'active':
      return 'delivered';
  }
}
