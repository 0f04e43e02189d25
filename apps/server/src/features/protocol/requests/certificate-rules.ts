import { requestTerms } from '@zavet/contract/protocol/protocol-values';

/** An operator has seen a death certificate; nothing follows from it before a second step. */
export interface Proposal {
  by: string;
  at: Date;
}

export type CertificateStep =
  | { kind: 'propose' }
  | { kind: 'confirm' }
  | { kind: 'another_operator' }
  | { kind: 'later'; from: Date };

/**
 * The next step of an approval by death certificate that is open to this operator. `operators` are
 * those who may act on the owner today: the proposal of an operator who is not among them is void,
 * and only where there is one of them the same operator may confirm, a day later.
 */
export function nextCertificateStep(
  proposal: Proposal | null,
  operatorId: string,
  operators: readonly string[],
  now: Date,
): CertificateStep {
  if (!proposal || !operators.includes(proposal.by)) return { kind: 'propose' };
  if (proposal.by !== operatorId) return { kind: 'confirm' };
  if (operators.length > 1) return { kind: 'another_operator' };
  const from = new Date(proposal.at.getTime() + requestTerms.certificatePause);
  return from <= now ? { kind: 'confirm' } : { kind: 'later', from };
}

/** The documents that an operator looked at are those that are attached now, in any order. */
export function areSameDocuments(seen: readonly string[], attached: readonly string[]): boolean {
  const distinct = new Set(seen);
  return distinct.size === attached.length && attached.every((id) => distinct.has(id));
}
