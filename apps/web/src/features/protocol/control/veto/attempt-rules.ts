import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';

/** What a contact has begun, as the owner sees it, signed in or behind a link. */
export interface Attempt {
  contact_name: string | null;
  status: ActivationStatus;
  started_at: string;
  release_at: string | null;
  is_postponed: boolean;
  /** A contact's doubt holds it back. */
  doubt: { decided_by: string } | null;
}

export type AttemptStage =
  | 'requested'
  | 'approved'
  | 'agreement_pending'
  | 'agreed'
  | 'payment_pending'
  | 'waiting';

/** How far it is. What cannot be stopped is never shown here; it would stand as being paid. */
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

export function isWaiting({ status }: Pick<Attempt, 'status'>): boolean {
  return status === 'waiting';
}

/** Nobody has started anything: operators are asked to allow it, and the owner answers. */
export function areOnlyRequests(attempts: readonly Pick<Attempt, 'status'>[]): boolean {
  return attempts.length > 0 && attempts.every(({ status }) => status === 'requested');
}

/** Milliseconds until letters leave; undefined when they do not wait, nothing when it is time. */
export function timeLeft({ release_at }: Attempt, nowMs: number): number | undefined {
  return release_at === null ? undefined : Math.max(0, Date.parse(release_at) - nowMs);
}

/** What is to be stopped first: what waits, and of that what leaves first. */
export function byUrgency<One extends Attempt>(attempts: readonly One[]): One[] {
  const leavesAt = (one: One) =>
    one.release_at === null ? Number.POSITIVE_INFINITY : Date.parse(one.release_at);
  return attempts.toSorted(
    (one, other) =>
      leavesAt(one) - leavesAt(other) || Date.parse(one.started_at) - Date.parse(other.started_at),
  );
}
