import { useMutation, useQuery } from '@tanstack/react-query';
import type { RejectionReason, SingleStepBasis } from '@zavet/contract/protocol/request-values';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { operatorCode } from '../code/operator-code.ts';
import { useCursorPages } from '../parts/use-cursor-pages.ts';

export type ReviewState = 'open' | 'decided';

export function useReviews(state: ReviewState) {
  return useCursorPages(queryKeys.reviews(state), (after, signal) =>
    api.listReviews({ query: { state, after } }, { signal }),
  );
}

export function useReview(id: string) {
  return useQuery({
    queryKey: queryKeys.review(id),
    queryFn: ({ signal }) => api.getReview({ params: { id } }, { signal }),
    // Another operator, or the owner, may have answered meanwhile.
    staleTime: 0,
  });
}

export type Decision =
  | { kind: 'approve'; basis: SingleStepBasis; note: string }
  | { kind: 'propose' | 'certify'; document_ids: string[]; note: string }
  | { kind: 'withdraw' }
  | { kind: 'reject'; reason: Exclude<RejectionReason, 'owner_answered'>; note: string };

interface CodeWords {
  title: string;
  lead: string;
}

/** Decides with a fresh code. Undefined where the operator thinks better of it at the code. */
export function useDecide(id: string) {
  const readAgain = useReadAgainAfter('approveReview');
  return useMutation({
    mutationFn: ({ decision, words }: { decision: Decision; words: CodeWords }) =>
      operatorCode.withCode((code) => decide(id, decision, code), words),
    // Also after a failure: somebody else may have decided.
    onSettled: readAgain,
  });
}

function decide(id: string, decision: Decision, code: string) {
  const params = { id };
  switch (decision.kind) {
    case 'approve': {
      const { basis, note } = decision;
      return api.approveReview({ params, body: { code, basis, note } });
    }
    case 'propose':
    case 'certify': {
      const { document_ids, note } = decision;
      const step = decision.kind === 'propose' ? api.proposeCertificate : api.approveByCertificate;
      return step({ params, body: { code, document_ids, note } });
    }
    case 'withdraw':
      return api.withdrawCertificate({ params, body: { code } });
    case 'reject': {
      const { reason, note } = decision;
      return api.rejectReview({ params, body: { code, reason, note } });
    }
  }
}
