import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { operatorCode } from '../code/operator-code.ts';
import type { CodeWords } from '../code/use-mutation-with-code.ts';
import type { Decision } from './decision-rules.ts';

/** Decides with a fresh code. Undefined where the operator cancels. */
export function useDecide(id: string) {
  return useMutation({
    mutationFn: ({ decision, words }: { decision: Decision; words: CodeWords }) =>
      operatorCode.withCode((code) => decide(id, decision, code), words),
    // After a failure too: another operator may have decided.
    onSettled: useInvalidateAfter('approveReview'),
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
