import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { failedAttemptOf, stageOf } from '../legacy-stage.ts';

/** What somebody who is trusted has to know of it today. */
export type Expected =
  | 'nothing'
  | 'lapsing'
  | 'stillHere'
  | 'answer'
  | 'answered'
  | 'asked'
  | 'goOn'
  | 'paidByOther'
  | 'requested'
  | 'rejected'
  | 'stopped'
  | 'stoppedOther'
  | 'waiting'
  | 'held'
  | 'active';

/** With `isLapsing` the owner's plan is unpaid and files will be removed. */
export function expectedToday(legacy: LegacyView, isLapsing = false): Expected {
  if (legacy.activation?.doubt) return 'held';
  const stage = stageOf(legacy);
  switch (stage) {
    case 'ready':
      if (legacy.still_here_asked_at !== null) return 'stillHere';
      if (isLapsing) return 'lapsing';
      return failedAttemptOf(legacy) === 'stoppedOther' ? 'stoppedOther' : 'nothing';
    case 'askedMe':
      return 'answer';
    case 'approved':
    case 'agreed':
    case 'paidByMe':
      return 'goOn';
    default:
      return stage;
  }
}

/** Something waits for this very person, or happens while they look. */
export function isUrgent(expected: Expected): boolean {
  return ['stillHere', 'lapsing', 'answer', 'goOn', 'waiting', 'held'].includes(expected);
}
