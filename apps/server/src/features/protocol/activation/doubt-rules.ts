import {
  type ActivationStatus,
  type DoubtEnding,
  doubtableActivationStatuses,
  requestTerms,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';

/** Starts in these statuses can be doubted and held back. */
export function isDoubtable(status: ActivationStatus): boolean {
  return doubtableActivationStatuses.some((one) => one === status);
}

/** `contact_id` is null where the owner has removed the contact since. */
export interface OpenDoubt {
  contact_id: string | null;
  doubted_at: Date;
}

/** A doubt holds back the starts of all other contacts; an own start contradicts it. */
export function holdsBack({ contact_id }: OpenDoubt, starterId: string | null): boolean {
  return contact_id === null || contact_id !== starterId;
}

/**
 * Deadline for the operators' decision, counted from the first doubt, or from the start where an older
 * doubt holds it back.
 */
export function decisionDueAt(doubts: readonly OpenDoubt[], startedAt: Date): Date | null {
  const [first] = doubts.map(({ doubted_at }) => doubted_at.getTime()).sort((a, b) => a - b);
  if (first === undefined) return null;
  return new Date(Math.max(first, startedAt.getTime()) + requestTerms.answerWithin);
}

/** The doubts that hold this start back, with the deadline for a decision. */
export function findHold(
  { status, trusted_contact_id, created_at }: DoubtableStart,
  doubts: readonly OpenDoubt[],
): { doubts: OpenDoubt[]; decided_by: Date } | undefined {
  if (!isDoubtable(status)) return undefined;
  const holding = doubts.filter((one) => holdsBack(one, trusted_contact_id));
  const decided_by = decisionDueAt(holding, created_at);
  return decided_by ? { doubts: holding, decided_by } : undefined;
}

interface DoubtableStart {
  status: ActivationStatus;
  trusted_contact_id: string | null;
  created_at: Date;
}

/**
 * The release of a waiting activation after its last doubt. The owner gets a full day to veto after a
 * dismissal, and after a withdrawal where the release would have come meanwhile.
 */
export function releaseAfterDoubt(release_at: Date, ending: DoubtEnding, endedAt: Date): Date {
  if (ending === 'withdrawn' && release_at > endedAt) return release_at;
  return new Date(Math.max(release_at.getTime(), endedAt.getTime() + releaseTimings.afterDoubt));
}
