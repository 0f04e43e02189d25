import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { type RefusedFile, sortChoice } from '../../../vault/instructions/public/file-choice.ts';
import { type LegacyStage, stageOf } from '../legacy-stage.ts';

/** Whether the card is about a request of the caller's. */
export function isRequest(stage: LegacyStage): boolean {
  return stage === 'requested' || stage === 'approved' || stage === 'rejected';
}

/** Operators look at documents before a start: always, or because of a request that they have now. */
export function isReviewed(legacy: LegacyView): boolean {
  const stage = stageOf(legacy);
  if (stage === 'requested' || stage === 'approved') return true;
  return legacy.request?.reason === 'review';
}

/** Nothing but a request leads on: there is no button to start the protocol. */
export function needsRequest(legacy: LegacyView): boolean {
  if (legacy.request?.is_needed !== true) return false;
  switch (stageOf(legacy)) {
    case 'ready':
    case 'stopped':
    case 'rejected':
    case 'askedMe':
    case 'answered':
    case 'paidByOther':
      return true;
    case 'requested':
    case 'approved':
    case 'asked':
    case 'agreed':
    case 'paidByMe':
    case 'waiting':
    case 'active':
      return false;
  }
}

/** A request only helps with what stands in the way: the PIN may be found without one. */
export function mayStartWithoutRequest({ request, is_stopped }: LegacyView): boolean {
  return !is_stopped && request?.is_needed !== true;
}

export type Filing =
  /** No reason to ask, or not any more. */
  { kind: 'closed' } | { kind: 'later'; from: string } | { kind: 'open' };

/** Whether a request can be filed at this moment. */
export function filingOf(legacy: LegacyView, nowMs: number): Filing {
  const { request } = legacy;
  const stage = stageOf(legacy);
  if (!request || stage === 'active' || stage === 'waiting') return { kind: 'closed' };
  if (stage === 'requested' || stage === 'approved') return { kind: 'closed' };
  const { not_before: from } = request;
  return from && Date.parse(from) > nowMs ? { kind: 'later', from } : { kind: 'open' };
}

interface NamedFile {
  name: string;
  size: number;
}

/** Which of the chosen files a request takes beside those that it has, and what speaks against the others. */
export function sortDocuments<Chosen extends NamedFile>(
  chosen: readonly Chosen[],
  present: readonly NamedFile[],
): { accepted: Chosen[]; refused: RefusedFile[]; leftOut: Chosen[] } {
  const { accepted, refused } = sortChoice(chosen, present);
  const room = Math.max(0, requestTerms.documents - present.length);
  return { accepted: accepted.slice(0, room), refused, leftOut: accepted.slice(room) };
}
