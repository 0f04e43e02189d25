import {
  type ActivationStatus,
  type DoubtEnding,
  doubtableActivationStatuses,
  requestTerms,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';

/** A start in this status can be doubted, and is held back while a doubt is open. */
export function isDoubtable(status: ActivationStatus): boolean {
  return doubtableActivationStatuses.some((one) => one === status);
}

/** An open doubt; `contact_id` is null where the owner has removed the contact since. */
export interface OpenDoubt {
  contact_id: string | null;
  doubted_at: Date;
}

/** A doubt holds back the starts of all other contacts; the contact's own start contradicts it. */
export function holdsBack({ contact_id }: OpenDoubt, starterId: string | null): boolean {
  return contact_id === null || contact_id !== starterId;
}

/**
 * By when operators decide. A doubt outlives a start that was given up; the next start then begins
 * the time anew.
 */
export function decisionDueAt(doubts: readonly OpenDoubt[], startedAt: Date): Date | null {
  const [first] = doubts.map(({ doubted_at }) => doubted_at.getTime()).sort((a, b) => a - b);
  if (first === undefined) return null;
  return new Date(Math.max(first, startedAt.getTime()) + requestTerms.answerWithin);
}

/** The doubts that hold this start back, and by when operators decide; undefined where none does. */
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
 * The release of letters that wait, once the last doubt has ended. After a dismissal the owner has a
 * full day to veto. A withdrawal changes nothing, except that letters which would have been released
 * meanwhile wait for a full day as well.
 */
export function releaseAfterDoubt(release_at: Date, ending: DoubtEnding, endedAt: Date): Date {
  if (ending === 'withdrawn' && release_at > endedAt) return release_at;
  return new Date(Math.max(release_at.getTime(), endedAt.getTime() + releaseTimings.afterDoubt));
}
