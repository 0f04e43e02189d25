import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';

/** A start by a contact, as shown to the owner signed in or through a link. */
export interface Attempt {
  contact_name: string | null;
  status: ActivationStatus;
  started_at: string;
  release_at: string | null;
  is_postponed: boolean;
  /** Another contact's doubt that suspends the start. */
  doubt: { decided_by: string } | null;
}

type AttemptStage =
  | 'requested'
  | 'approved'
  | 'agreement_pending'
  | 'agreed'
  | 'payment_pending'
  | 'waiting';

/**
 * Returns the displayed stage. Ended attempts are never displayed, so their result is arbitrary.
 */
export function attemptStageOf(status: ActivationStatus): AttemptStage {
  switch (status) {
    case 'requested':
    case 'approved':
    case 'agreement_pending':
    case 'agreed':
    case 'waiting':
      return status;
    case 'rejected':
    case 'payment_pending':
    case 'payment_canceled':
    case 'vetoed':
    case 'activated':
    case 'delivering':
    case 'delivered':
    case 'partially_delivered':
    case 'past':
    case 'refunded':
      return 'payment_pending';
  }
}

export function isInWaitingPeriod({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'waiting';
}

/** True if nothing is started yet: operators still review all requests. */
export function areAllRequests(attempts: readonly Pick<Attempt, 'status'>[]): boolean {
  return attempts.length > 0 && attempts.every(({ status }) => status === 'requested');
}

/** Time until the release, at least 0; undefined without a release date. */
export function timeLeftMs({ release_at }: Attempt, nowMs: number): number | undefined {
  return release_at === null ? undefined : Math.max(0, Date.parse(release_at) - nowMs);
}

/** Sorts by release date; attempts without one come last. */
export function sortByUrgency<Item extends Attempt>(attempts: readonly Item[]): Item[] {
  const releaseMs = ({ release_at }: Item) =>
    release_at === null ? Number.POSITIVE_INFINITY : Date.parse(release_at);
  return attempts.toSorted(
    (one, other) =>
      releaseMs(one) - releaseMs(other) ||
      Date.parse(one.started_at) - Date.parse(other.started_at),
  );
}
