import type { RehearsalParticipant } from '@zavet/contract/protocol/rehearsal-endpoints';

type ParticipantStatus =
  | 'onItsWay'
  | 'asked'
  | 'answered'
  | 'refused'
  | 'no_answer'
  | 'checking'
  | 'checked'
  | 'mailed'
  | 'failed'
  | 'unknown';

export function statusOf({ kind, state, accepted_at }: RehearsalParticipant): ParticipantStatus {
  if (state === 'asked') {
    if (kind === 'recipient') return 'checking';
    return accepted_at === null ? 'onItsWay' : 'asked';
  }
  return state === 'checked' && accepted_at !== null ? 'mailed' : state;
}

type PinStatus = 'asked' | 'notGiven' | 'not_known' | 'right' | 'wrong';

/** Undefined if the PIN was not asked for. */
export function pinStatusOf({ pin }: RehearsalParticipant, isOpen: boolean): PinStatus | undefined {
  if (pin === 'not_asked') return undefined;
  return pin === 'asked' && !isOpen ? 'notGiven' : pin;
}

/** `bad`: would fail in a release. `open`: still unknown. */
export type Tone = 'good' | 'bad' | 'open';

export function toneOfStatus(status: ParticipantStatus): Tone {
  switch (status) {
    case 'answered':
    case 'checked':
    case 'mailed':
      return 'good';
    case 'refused':
    case 'no_answer':
    case 'failed':
      return 'bad';
    default:
      return 'open';
  }
}

export function toneOfPin(status: PinStatus): Tone {
  if (status === 'right') return 'good';
  return status === 'asked' ? 'open' : 'bad';
}

/** Time until the answer, at least a minute. */
export function answerTimeMs(startedAt: string, answeredAt: string): number {
  return Math.max(60_000, Date.parse(answeredAt) - Date.parse(startedAt));
}
