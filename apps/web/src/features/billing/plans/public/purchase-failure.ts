import { ApiError } from '@zavet/contract/client';

/** Why a payment cannot even be asked for, or its answer leads nowhere. */
export class PurchaseImpossible extends Error {
  readonly reason: 'notSignedIn' | 'noSession' | 'noUrl';

  constructor(reason: PurchaseImpossible['reason']) {
    super(reason);
    this.name = 'PurchaseImpossible';
    this.reason = reason;
  }
}

export type PurchaseFailure =
  | { kind: PurchaseImpossible['reason'] }
  /** The server said why. */
  | { kind: 'refused'; error: ApiError }
  /** Something between here and the server answered in its place. */
  | { kind: 'http'; status: number }
  | { kind: 'failed'; error: unknown };

export function purchaseFailureOf(error: unknown): PurchaseFailure {
  if (error instanceof PurchaseImpossible) return { kind: error.reason };
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  if (error.code === 'session_missing') return { kind: 'notSignedIn' };
  if (error.code === 'session_expired') return { kind: 'noSession' };
  // Every answer of the server itself carries the id of its request.
  if (error.requestId === undefined) return { kind: 'http', status: error.status };
  return { kind: 'refused', error };
}

/** The address to pay at, if it is one that a browser opens as a page. */
export function confirmationUrl(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) throw new PurchaseImpossible('noUrl');
  const { protocol, href } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') throw new PurchaseImpossible('noUrl');
  return href;
}
