import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import { screenTimings } from '@zavet/contract/timings';

/**
 * `failed`: the provider's page ended in an error. `uncheckable`: the last question got no answer.
 * `unconfirmed`: nothing certain was heard in all that time. `unneeded`: nobody waits for the payment
 * any more, and it may still be paid. `waiting`: it is paid, and letters leave later. `past`: it had
 * its effect, and that is over.
 */
export type ProtocolPaymentState =
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

/** What came of one question: the server's answer, its refusal, or nothing at all. */
export type Answer =
  | { kind: 'answered'; outcome: PaymentOutcome }
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
  if (answer.kind === 'unanswered') return 'uncheckable';
  const told = answer.kind === 'answered' ? toldBy(answer.outcome, mockStatus) : state;
  const isOver = elapsedMs + screenTimings.paymentPolling > screenTimings.paymentPollingLimit;
  return isOver && (told === 'pending' || told === 'uncheckable') ? 'unconfirmed' : told;
}

function toldBy(outcome: PaymentOutcome, mockStatus: MockStatus | undefined): ProtocolPaymentState {
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

/** It is paid and on its way: there is something to follow on the screen of the legacies. */
export function isPaid(state: ProtocolPaymentState): boolean {
  return state === 'succeeded' || state === 'waiting';
}

const open: readonly ProtocolPaymentState[] = ['pending', 'uncheckable', 'unneeded'];

/** Whether there is something left to ask, and time to ask it. */
export function isAskedAgain(state: ProtocolPaymentState, elapsedMs: number): boolean {
  const isInTime = elapsedMs + screenTimings.paymentPolling <= screenTimings.paymentPollingLimit;
  return open.includes(state) && isInTime;
}
