import type { MockStatus, PaymentStatus } from '@zavet/contract/payments/payment-endpoints';
import { screenTimings } from '@zavet/contract/timings';

/**
 * `failed`: the provider's page ended in an error. `uncheckable`: the last question got no answer.
 * `unconfirmed`: nothing certain was heard in all that time.
 */
export type ProtocolPaymentState =
  | 'pending'
  | 'uncheckable'
  | 'succeeded'
  | 'canceled'
  | 'failed'
  | 'unconfirmed';

/** What came of one question: the server's answer, its refusal, or nothing at all. */
export type Answer =
  | { kind: 'answered'; status: PaymentStatus }
  | { kind: 'refused' }
  | { kind: 'unanswered' };

interface Question {
  state: ProtocolPaymentState;
  answer: Answer;
  mockStatus: MockStatus | undefined;
  /** Since the first question. */
  elapsedMs: number;
}

/** Only an answer of the server ends the asking; anything else is asked again until time is up. */
export function nextPaymentState(question: Question): ProtocolPaymentState {
  const { state, answer, mockStatus, elapsedMs } = question;
  if (answer.kind === 'answered' && answer.status === 'succeeded') return 'succeeded';
  if (answer.kind === 'answered' && answer.status === 'canceled') {
    return mockStatus === 'error' ? 'failed' : 'canceled';
  }
  const isOver = elapsedMs + screenTimings.paymentPolling > screenTimings.paymentPollingLimit;
  if (answer.kind === 'unanswered') return 'uncheckable';
  if (isOver) return 'unconfirmed';
  return answer.kind === 'answered' ? 'pending' : state;
}

/** Whether there is something left to ask, and time to ask it. */
export function isAskedAgain(state: ProtocolPaymentState, elapsedMs: number): boolean {
  const isOpen = state === 'pending' || state === 'uncheckable';
  return isOpen && elapsedMs + screenTimings.paymentPolling <= screenTimings.paymentPollingLimit;
}
