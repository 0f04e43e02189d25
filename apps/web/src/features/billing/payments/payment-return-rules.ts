import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import {
  giftReturnType,
  type PlanProduct,
  productOf,
} from '@zavet/contract/billing/plan-catalogue';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';
import { screenTimings } from '@zavet/contract/timings';

interface ReturnSearch {
  type?: string;
  crt?: string;
  plan_id?: string;
  period?: string;
  payment_id?: string;
  status?: string;
}

export interface PlanPaymentReturn {
  planId: PlanProduct;
  paymentId: string | undefined;
  /** Result reported by the mock payment page. The server may reject it. */
  status: MockStatus | undefined;
}

/** Return from an activation or gift payment, which a token identifies. */
export interface TokenPaymentReturn {
  /** Created by the browser when the payment started. */
  clientReturnToken: string;
  paymentId: string | undefined;
  status: MockStatus | undefined;
}

type PaymentReturn =
  | { kind: 'plan'; payment: PlanPaymentReturn }
  | { kind: 'unknown_plan' }
  | { kind: 'protocol'; payment: TokenPaymentReturn }
  | { kind: 'gift'; payment: TokenPaymentReturn }
  | { kind: 'missing_token' };

/** Parses the search parameters of the return URL. */
export function paymentReturnOf(search: ReturnSearch): PaymentReturn {
  const paymentId = uuid.test(search.payment_id ?? '') ? search.payment_id : undefined;
  const status = mockStatuses.find((known) => known === search.status);
  const usesToken = search.type === activationProduct || search.type === giftReturnType;
  if (!usesToken && search.plan_id) {
    const product = productOf(search.plan_id);
    if (!product) return { kind: 'unknown_plan' };
    return { kind: 'plan', payment: { planId: product.plan_id, paymentId, status } };
  }
  if (!search.crt) return { kind: 'missing_token' };
  const kind = search.type === giftReturnType ? 'gift' : 'protocol';
  return { kind, payment: { clientReturnToken: search.crt, paymentId, status } };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const mockStatuses: readonly MockStatus[] = ['succeeded', 'canceled', 'error'];

export type PlanPaymentOutcome =
  | 'succeeded'
  | 'processing'
  | 'canceled'
  | 'error'
  | 'past'
  | 'refunded'
  | 'refundFailed'
  | 'unneeded';

/**
 * Displayed outcome of a payment for a plan. Only the server can report a final outcome.
 * `outcome` is undefined if the check failed.
 */
export function planPaymentOutcomeOf(
  outcome: PaymentOutcome | undefined,
  mockStatus: MockStatus | undefined,
): PlanPaymentOutcome {
  switch (outcome) {
    case 'in_force':
      return 'succeeded';
    case 'refund_failed':
      return 'refundFailed';
    case 'past':
    case 'refunded':
    case 'unneeded':
      return outcome;
    case 'canceled':
      return mockStatus === 'error' ? 'error' : 'canceled';
    // A plan has no waiting period, so `waiting` is displayed like `pending`.
    case 'waiting':
    case 'pending':
      return 'processing';
    case undefined:
      return mockStatus === 'error' ? 'error' : 'processing';
  }
}

/**
 * Displayed state of an activation or gift payment. `failed`: error on the provider's page.
 * `uncheckable`: the last check got no response. `unconfirmed`: no final outcome within the polling
 * limit. `unneeded`: no longer required, but still payable. `waiting`: paid, letters are released later.
 * `past`: paid, but no longer in force.
 */
export type DisplayedPaymentState =
  | 'pending'
  | 'uncheckable'
  | 'unneeded'
  | 'waiting'
  | 'succeeded'
  | 'past'
  | 'refunded'
  | 'refundFailed'
  | 'canceled'
  | 'failed'
  | 'unconfirmed';

/** One check: answered or refused by the server, or no response. */
export type CheckResponse =
  | { kind: 'answered'; outcome: PaymentOutcome }
  | { kind: 'refused' }
  | { kind: 'unanswered' };

interface PaymentCheck {
  state: DisplayedPaymentState;
  response: CheckResponse;
  mockStatus: MockStatus | undefined;
  /** Time since the first check. */
  elapsedMs: number;
}

/** Returns the displayed state after a check. Only the server can report a final outcome. */
export function nextPaymentState(check: PaymentCheck): DisplayedPaymentState {
  const { state, response, mockStatus, elapsedMs } = check;
  if (response.kind === 'unanswered') return 'uncheckable';
  const next = response.kind === 'answered' ? stateOf(response.outcome, mockStatus) : state;
  const hasTimedOut = elapsedMs + screenTimings.paymentPolling > screenTimings.paymentPollingLimit;
  return hasTimedOut && (next === 'pending' || next === 'uncheckable') ? 'unconfirmed' : next;
}

function stateOf(
  outcome: PaymentOutcome,
  mockStatus: MockStatus | undefined,
): DisplayedPaymentState {
  switch (outcome) {
    case 'in_force':
      return 'succeeded';
    case 'refund_failed':
      return 'refundFailed';
    case 'canceled':
      return mockStatus === 'error' ? 'failed' : 'canceled';
    case 'pending':
    case 'unneeded':
    case 'waiting':
    case 'past':
    case 'refunded':
      return outcome;
  }
}

/** True if the payment succeeded; the legacies screen then shows the progress. */
export function isPaid(state: DisplayedPaymentState): boolean {
  return state === 'succeeded' || state === 'waiting';
}

const polledStates: readonly DisplayedPaymentState[] = ['pending', 'uncheckable', 'unneeded'];

export function shouldPollAgain(state: DisplayedPaymentState, elapsedMs: number): boolean {
  const isInTime = elapsedMs + screenTimings.paymentPolling <= screenTimings.paymentPollingLimit;
  return polledStates.includes(state) && isInTime;
}

/** Parses the return URL; undefined if it does not belong to this site. */
export function parseReturnUrl(value: string | undefined, origin: string): URL | undefined {
  if (!value || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // Does not compare `origin`: blob: URLs and URLs with credentials have the same origin.
  return url.href.startsWith(`${origin}/`) ? url : undefined;
}

interface MockResult {
  status: MockStatus;
  paymentId: string | undefined;
  crt: string | undefined;
}

export function addMockResult(address: URL, { status, paymentId, crt }: MockResult): string {
  const url = new URL(address);
  if (paymentId) url.searchParams.set('payment_id', paymentId);
  url.searchParams.set('status', status);
  if (crt) url.searchParams.set('crt', crt);
  return url.href;
}
