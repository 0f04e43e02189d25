import {
  type ActivationStatus,
  type DoubtEnding,
  doubtableActivationStatuses,
  requestTerms,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';

export function isDoubtable(status: ActivationStatus): boolean {
  return doubtableActivationStatuses.some((one) => one === status);
}

/** An undecided doubt. `contact_id` is null if the owner has removed the contact. */
export interface OpenDoubt {
  contact_id: string | null;
  doubted_at: Date;
}

/** A doubt holds back the starts of all other contacts, not of the doubter. */
export function holdsBack({ contact_id }: OpenDoubt, starterId: string | null): boolean {
  return contact_id === null || contact_id !== starterId;
}

/**
 * Deadline for the operators' decision, counted from the first doubt, or from the start if the doubt is
 * older.
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
 * The release time of a waiting activation after its last doubt. The owner gets a full day to veto after
 * a dismissal, and after a withdrawal if the release time has passed meanwhile.
 */
export function releaseAfterDoubt(release_at: Date, ending: DoubtEnding, endedAt: Date): Date {
  if (ending === 'withdrawn' && release_at > endedAt) return release_at;
  return new Date(Math.max(release_at.getTime(), endedAt.getTime() + releaseTimings.afterDoubt));
}
