import {
  type ActivationMode,
  type ActivationStatus,
  type RequestReason,
  requestTerms,
} from '@zavet/contract/protocol/protocol-values';

interface StartRequirements {
  /** Approved by an operator, and not refuted by activity of the owner since. */
  is_approved: boolean;
  is_vetoed: boolean;
  asks_for_pin: boolean;
}

/** The reason for a request to operators; null if the contact may start without one. */
export function reasonToAsk(
  mode: ActivationMode,
  { is_approved, is_vetoed, asks_for_pin }: StartRequirements,
): RequestReason | null {
  if (mode === 'verified') return is_approved ? null : 'review';
  if (is_vetoed) return 'vetoed';
  return asks_for_pin && !is_approved ? 'pin' : null;
}

/** The end of the pause after a rejection; null if it is over. */
export function retryAllowedFrom(rejectedAt: Date | null, now: Date): Date | null {
  if (rejectedAt === null) return null;
  const from = new Date(rejectedAt.getTime() + requestTerms.pause);
  // A rejection in the future was dated by a fast clock and does not count.
  return from > now && rejectedAt <= now ? from : null;
}

export function answerDueAt(filedAt: Date): Date {
  return new Date(filedAt.getTime() + requestTerms.answerWithin);
}

interface WaitingRequest {
  status: ActivationStatus;
  filed_at: Date;
  /** The operators' last question for a document; null if none was asked. */
  asked: { answered_at: Date | null } | null;
}

/**
 * The deadline shown to the contact; it restarts when the contact answers a question. Null while a
 * document is awaited, and once the request is decided or overdue.
 */
export function promisedAnswerAt(
  { status, filed_at, asked }: WaitingRequest,
  now: Date,
): Date | null {
  if (status !== 'requested' || (asked && !asked.answered_at)) return null;
  const by = answerDueAt(asked?.answered_at ?? filed_at);
  return by > now ? by : null;
}

/** Documents that operators asked for after this moment are still awaited. */
export function documentAwaitedSince(now: Date): Date {
  return new Date(now.getTime() - requestTerms.documentWait);
}

/** Requests filed before this moment are overdue. */
export function overdueSince(now: Date): Date {
  return new Date(now.getTime() - requestTerms.answerWithin);
}

/** Final statuses: nothing more is decided about the request. */
export const endedStatuses = [
  'rejected',
  'payment_canceled',
  'refunded',
  'vetoed',
  'delivered',
  'partially_delivered',
  'past',
] as const satisfies ActivationStatus[];

export function papersExpiredBefore(now: Date): Date {
  return new Date(now.getTime() - requestTerms.papersKept);
}

/** The first step of an approval by death certificate; it has no effect before the second. */
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
 * The next step that this operator may take. `operators` may decide about this owner today: a proposal by anyone else is void, and a sole operator may confirm their own proposal
 * after a day.
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

/** True if the documents that an operator saw are the ones attached now, in any order. */
export function areSameDocuments(seen: readonly string[], attached: readonly string[]): boolean {
  const distinct = new Set(seen);
  return distinct.size === attached.length && attached.every((id) => distinct.has(id));
}
