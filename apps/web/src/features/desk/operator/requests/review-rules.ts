import { type ReviewList, reviewLists } from '@zavet/contract/desk/desk-values';
import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import {
  type ApprovalBasis,
  approvalBases,
  operatorRejections,
  type RejectionReason,
  type SingleStepBasis,
  singleStepBases,
} from '@zavet/contract/protocol/protocol-values';

/** The list named in the URL, by default the undecided requests. */
export function reviewListOf(state: string | undefined): ReviewList {
  return reviewLists.find((list) => list === state) ?? 'open';
}

export type Decision =
  | { kind: 'approve'; basis: SingleStepBasis; note: string }
  | { kind: 'propose' | 'certify'; document_ids: string[]; note: string }
  | { kind: 'withdraw' }
  | { kind: 'ask'; text: string }
  | { kind: 'reject'; reason: Exclude<RejectionReason, 'owner_answered'>; note: string };

/** Values of the form; empty strings are unset. */
export interface DecisionValues {
  kind: string;
  basis: string;
  reason: string;
  note: string;
  /** Text that asks the contact for a document. */
  question: string;
}

type DecidableReview = Pick<ReviewView, 'certificate' | 'documents'>;

/**
 * Bases that this operator may choose. A death certificate requires a document and a step that is
 * open to this operator.
 */
export function availableBases({
  certificate,
  documents,
}: DecidableReview): readonly ApprovalBasis[] {
  const isOpen = certificate?.step === 'propose' || certificate?.step === 'confirm';
  return isOpen && documents.length > 0 ? approvalBases : singleStepBases;
}

/** Returns the decision to send, or undefined while the form is incomplete. */
export function decisionOf(
  { kind, basis, reason, ...typed }: DecisionValues,
  review: DecidableReview,
): Decision | undefined {
  const note = typed.note.trim();
  const text = typed.question.trim();
  if (kind === 'ask') return text ? { kind, text } : undefined;
  if (kind === 'approve') {
    const chosen = availableBases(review).find((known) => known === basis);
    if (chosen !== 'death_certificate') return chosen && { kind, basis: chosen, note };
    const document_ids = review.documents.map(({ id }) => id);
    const isFirst = review.certificate?.step === 'propose';
    return { kind: isFirst ? 'propose' : 'certify', document_ids, note };
  }
  const chosen = operatorRejections.find((known) => known === reason);
  return kind === 'reject' && chosen ? { kind, reason: chosen, note } : undefined;
}
