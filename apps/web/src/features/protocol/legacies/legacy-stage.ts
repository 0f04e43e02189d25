import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { isActive } from '@zavet/contract/protocol/protocol-values';

/**
 * `requested`, `approved`, `rejected`: a request of the user. `vetoed`: a vetoed start of the user.
 * `askedMe`, `answered`: another contact asked the user to agree. `asked`, `agreed`: the user asked
 * the other contacts. `waiting`: paid, in the waiting period.
 */
export type LegacyStage =
  | 'ready'
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'vetoed'
  | 'askedMe'
  | 'answered'
  | 'asked'
  | 'agreed'
  | 'paidByMe'
  | 'paidByOther'
  | 'waiting'
  | 'active';

export function stageOf(legacy: LegacyView): LegacyStage {
  const { activation, protocol_activated_at } = legacy;
  if (activation ? isActive(activation.status) : protocol_activated_at) return 'active';
  if (activation?.status === 'waiting') return 'waiting';
  const request = activation?.is_mine ? requestStageOf(activation) : undefined;
  if (request) return request;
  if (legacy.is_vetoed) return 'vetoed';
  if (activation?.agreement?.is_mine_to_answer) return 'askedMe';
  if (activation?.status === 'agreed' && !activation.is_mine) return 'answered';
  const ownStage = activation?.is_mine ? ownStageOf(activation.status) : undefined;
  return ownStage ?? (legacy.is_paid_by_other ? 'paidByOther' : 'ready');
}

type Activation = NonNullable<LegacyView['activation']>;

/** The stage of the user's request. A request that the owner answered counts as vetoed instead. */
function requestStageOf({ status, rejection }: Activation): LegacyStage | undefined {
  switch (status) {
    case 'requested':
    case 'approved':
      return status;
    case 'rejected':
      return rejection === 'owner_answered' ? undefined : status;
    default:
      return undefined;
  }
}

/** The stage of the user's start before the waiting period. */
function ownStageOf(status: Activation['status']): LegacyStage | undefined {
  switch (status) {
    case 'agreement_pending':
      return 'asked';
    case 'agreed':
      return 'agreed';
    case 'payment_pending':
      return 'paidByMe';
    default:
      return undefined;
  }
}

/** The outcome of the latest failed attempt: the user's own, or one the owner vetoed. */
export function failedAttemptOf(legacy: LegacyView): FailedAttempt | undefined {
  const { activation, is_vetoed } = legacy;
  // The card shows a rejected request in a separate section.
  if (!activation || stageOf(legacy) === 'rejected') return undefined;
  const { status, end_reason, is_mine } = activation;
  if (!is_mine) return status === 'vetoed' ? 'vetoedOther' : undefined;
  // While a veto blocks another start, the card shows the veto in a separate section.
  if (status === 'vetoed') return is_vetoed ? undefined : 'vetoed';
  if (status === 'rejected') return is_vetoed ? undefined : 'ownerAnswered';
  const hasEnded = status === 'refunded' || status === 'payment_canceled';
  if (hasEnded && end_reason === 'doubt_upheld') return 'doubtUpheld';
  if (status === 'refunded') {
    if (end_reason === 'given_up') return 'refundedGivenUp';
    return end_reason === 'nothing_to_deliver' ? 'refundedNothing' : 'refunded';
  }
  if (status !== 'payment_canceled') return undefined;
  if (end_reason === 'given_up') return 'givenUp';
  if (end_reason === 'stale') return 'leftOpen';
  return end_reason === 'lapsed' ? 'lapsed' : 'canceled';
}

type FailedAttempt =
  | 'canceled'
  | 'lapsed'
  | 'leftOpen'
  | 'givenUp'
  | 'refunded'
  | 'refundedNothing'
  | 'refundedGivenUp'
  | 'vetoed'
  | 'vetoedOther'
  | 'ownerAnswered'
  | 'doubtUpheld';

export function nameOf({ full_name, user_email }: LegacyView): string {
  return full_name || user_email;
}

const shortIntervalMs = 5_000;
const longIntervalMs = 60_000;
const recentChangeMs = 10 * 60 * 1000;
/** Refetches are frequent within this time before and after the release. */
const nearReleaseMs = 2 * 60 * 1000;

/** Returns the refetch interval: short after a recent change; false if nothing is in progress. */
export function refetchIntervalMs(legacies: readonly LegacyView[], nowMs: number): number | false {
  const intervals = legacies
    .map((legacy) => intervalOf(legacy, nowMs))
    .filter((interval) => interval !== false);
  return intervals.length > 0 ? Math.min(...intervals) : false;
}

function intervalOf(legacy: LegacyView, nowMs: number): number | false {
  const { activation, is_paid_by_other } = legacy;
  const stage = stageOf(legacy);
  if (stage === 'waiting') return waitingIntervalOf(activation?.release_at, nowMs);
  // An operator or the owner will answer.
  if (stage === 'requested') return longIntervalMs;
  if (stage !== 'active' && is_paid_by_other) return shortIntervalMs;
  // A contact may agree or pay, or the agreement may time out.
  if (activation?.agreement && stage !== 'active' && stage !== 'paidByMe') return longIntervalMs;
  if (!activation) return false;
  const isInProgress =
    stage === 'paidByMe' || (isActive(activation.status) && activation.progress.waiting > 0);
  if (!isInProgress) return false;
  const startedMs = Date.parse(activation.activated_at ?? activation.started_at);
  return nowMs - startedMs < recentChangeMs ? shortIntervalMs : longIntervalMs;
}

function waitingIntervalOf(releaseAt: string | null | undefined, nowMs: number): number {
  if (!releaseAt) return longIntervalMs;
  return Math.abs(Date.parse(releaseAt) - nowMs) < nearReleaseMs ? shortIntervalMs : longIntervalMs;
}

type ExpectedAction =
  | 'nothing'
  | 'lapsing'
  | 'reconfirmation'
  | 'answer'
  | 'answered'
  | 'asked'
  | 'goOn'
  | 'paidByOther'
  | 'requested'
  | 'rejected'
  | 'vetoed'
  | 'vetoedOther'
  | 'waiting'
  | 'held'
  | 'active';

/** The action expected of a contact, or else the state. `isLapsing`: the owner's plan is unpaid. */
export function expectedActionOf(legacy: LegacyView, isLapsing = false): ExpectedAction {
  if (legacy.activation?.doubt) return 'held';
  const stage = stageOf(legacy);
  switch (stage) {
    case 'ready':
      if (legacy.reconfirmation_asked_at !== null) return 'reconfirmation';
      if (isLapsing) return 'lapsing';
      return failedAttemptOf(legacy) === 'vetoedOther' ? 'vetoedOther' : 'nothing';
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

/** True if the user must act, or a start is in progress. */
export function isUrgent(expected: ExpectedAction): boolean {
  return ['reconfirmation', 'lapsing', 'answer', 'goOn', 'waiting', 'held'].includes(expected);
}
