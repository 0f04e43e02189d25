import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../session/api.ts';
import type { ProtocolPaymentReturn } from './payment-return.ts';
import {
  type Answer,
  isAskedAgain,
  nextPaymentState,
  type ProtocolPaymentState,
} from './protocol-payment-rules.ts';

/** Asks, and asks again, how the payment for an activation stands. */
export function useProtocolPayment(
  payment: ProtocolPaymentReturn,
  isReady: boolean,
): ProtocolPaymentState {
  const client = useQueryClient();
  const [state, setState] = useState<ProtocolPaymentState>('pending');

  const ask = useEffectEvent((signal: AbortSignal) => askOnce(payment, signal));
  const settle = useEffectEvent((answer: Answer, elapsedMs: number) => {
    const mockStatus = payment.status;
    const next = nextPaymentState({ state, answer, mockStatus, elapsedMs });
    setState(next);
    for (const name of next === 'succeeded' ? touched : []) {
      void client.invalidateQueries({ queryKey: [name] });
    }
    return isAskedAgain(next, elapsedMs);
  });

  useEffect(() => {
    if (!isReady) return;
    const left = new AbortController();
    const startedMs = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look() {
      const answer = await ask(left.signal);
      if (left.signal.aborted) return;
      if (settle(answer, performance.now() - startedMs)) {
        timer = setTimeout(() => void look(), screenTimings.paymentPolling);
      }
    }
    void look();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [isReady]);

  return state;
}

const touched = ['legacies', 'payments'];

async function askOnce(payment: ProtocolPaymentReturn, signal: AbortSignal): Promise<Answer> {
  const body = {
    action: 'refresh-payment-status',
    crt: payment.crt,
    payment_id: payment.paymentId,
    status: payment.status,
  } as const;
  try {
    const answer = await api.refreshPaymentStatus({ body }, { signal });
    return { kind: 'answered', status: answer.payment_status };
  } catch (error) {
    return { kind: error instanceof ApiError ? 'refused' : 'unanswered' };
  }
}
