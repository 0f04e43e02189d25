import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import {
  giftReturnType,
  type PlanProduct,
  productOf,
} from '@zavet/contract/billing/plan-catalogue';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';

export interface ReturnSearch {
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
  /** What the mock page said. The server decides whether to believe it. */
  status: MockStatus | undefined;
}

/** A payment that is asked after by its token. */
export interface TokenPaymentReturn {
  /** Made by the browser when it began to pay. */
  clientReturnToken: string;
  paymentId: string | undefined;
  status: MockStatus | undefined;
}

export type PaymentReturn =
  | { kind: 'plan'; payment: PlanPaymentReturn }
  | { kind: 'unknown_plan' }
  | { kind: 'protocol'; payment: TokenPaymentReturn }
  | { kind: 'gift'; payment: TokenPaymentReturn }
  | { kind: 'missing_token' };

/** What an address says that the browser came back from paying. */
export function paymentReturnOf(search: ReturnSearch): PaymentReturn {
  const paymentId = uuid.test(search.payment_id ?? '') ? search.payment_id : undefined;
  const status = mockStatuses.find((known) => known === search.status);
  const isByToken = search.type === activationProduct || search.type === giftReturnType;
  if (!isByToken && search.plan_id) {
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
 * What is told about a payment. Only an answer of the server can say that it ended; while there is
 * none, or none yet, it is on its way. `answered` is absent where the check failed.
 */
export function outcomeOf(
  answered: PaymentOutcome | undefined,
  mockStatus: MockStatus | undefined,
): PlanPaymentOutcome {
  switch (answered) {
    case 'in_force':
      return 'succeeded';
    case 'refund_failed':
      return 'refundFailed';
    case 'past':
    case 'refunded':
    case 'unneeded':
      return answered;
    case 'canceled':
      return mockStatus === 'error' ? 'error' : 'canceled';
    // A plan waits for nothing: what is paid and not in force yet is about to be.
    case 'waiting':
    case 'pending':
      return 'processing';
    case undefined:
      return mockStatus === 'error' ? 'error' : 'processing';
  }
}
