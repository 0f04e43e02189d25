import {
  type ActivationMode,
  type ActivationStatus,
  type RequestReason,
  requestTerms,
} from '@zavet/contract/protocol/protocol-values';

interface Standing {
  /** An operator has seen documents of this contact, and the owner has not shown to live since. */
  is_approved: boolean;
  is_stopped: boolean;
  /** The owner has a PIN that this contact would have to know. */
  asks_for_pin: boolean;
}

/** Why a contact would ask the operators now; null where nothing stands in the way of a start. */
export function reasonToAsk(
  mode: ActivationMode,
  { is_approved, is_stopped, asks_for_pin }: Standing,
): RequestReason | null {
  if (mode === 'verified') return is_approved ? null : 'review';
  if (is_stopped) return 'stopped';
  return asks_for_pin && !is_approved ? 'pin' : null;
}

/** When a contact may ask again after the last rejection; null where that may be now. */
export function retryAllowedFrom(rejectedAt: Date | null, now: Date): Date | null {
  if (rejectedAt === null) return null;
  const from = new Date(rejectedAt.getTime() + requestTerms.pause);
  // A rejection that lies ahead was written by a clock that ran ahead.
  return from > now && rejectedAt <= now ? from : null;
}

/** Operators owe an answer to a request of this moment by then. */
export function answerDueAt(filedAt: Date): Date {
  return new Date(filedAt.getTime() + requestTerms.answerWithin);
}

/** The promise to a contact whose request is open; null once it is decided or was not kept. */
export function promisedAnswerAt(
  { status, filed_at }: { status: ActivationStatus; filed_at: Date },
  now: Date,
): Date | null {
  const by = answerDueAt(filed_at);
  return status === 'requested' && by > now ? by : null;
}

/** Requests from before this moment should have an answer. */
export function overdueSince(now: Date): Date {
  return new Date(now.getTime() - requestTerms.answerWithin);
}

/** What is over: nothing of it is looked at or decided any more. */
export const endedStatuses = [
  'rejected',
  'payment_canceled',
  'refunded',
  'vetoed',
  'delivered',
  'partially_delivered',
  'past',
] as const satisfies ActivationStatus[];

/** What ended before this moment has lost its papers. */
export function papersExpiredBefore(now: Date): Date {
  return new Date(now.getTime() - requestTerms.papersKept);
}

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
