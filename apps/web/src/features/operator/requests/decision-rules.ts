import { approvalBases, operatorRejections } from '@zavet/contract/protocol/request-values';
import type { Decision } from './reviews.ts';

/** What stands in the form; empty where nothing is chosen. */
export interface Decided {
  kind: string;
  basis: string;
  reason: string;
  note: string;
}

/** The decision that is chosen; undefined while something is missing. */
export function decisionOf({ kind, basis, reason, note }: Decided): Decision | undefined {
  if (kind === 'approve') {
    const chosen = approvalBases.find((one) => one === basis);
    return chosen && { kind, basis: chosen, note: note.trim() };
  }
  const chosen = operatorRejections.find((one) => one === reason);
  return kind === 'reject' && chosen ? { kind, reason: chosen, note: note.trim() } : undefined;
}
