import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { stageOf } from './legacy-stage.ts';

export type StepState = 'done' | 'current' | 'todo';
export type TimelineStep = 'named' | 'confirmed' | 'activated' | 'delivered';

/** How far each step is. A person who sees a legacy was named and has agreed. */
export function timelineOf(legacy: LegacyView): Record<TimelineStep, StepState> {
  switch (stageOf(legacy)) {
    case 'ready':
      return { named: 'done', confirmed: 'current', activated: 'todo', delivered: 'todo' };
    case 'paidByMe':
    case 'paidByOther':
      return { named: 'done', confirmed: 'done', activated: 'current', delivered: 'todo' };
    case 'active': {
      const isDelivered = legacy.activation?.status === 'delivered';
      const delivered = isDelivered ? 'done' : 'current';
      return { named: 'done', confirmed: 'done', activated: 'done', delivered };
    }
  }
}
