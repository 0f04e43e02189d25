import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { ApiError } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import {
  type CheckResponse,
  isPaid,
  nextPaymentState,
  shouldPollAgain,
  type TokenPaymentReturn,
  type TokenPaymentState,
} from './payment-return-rules.ts';

export interface TokenPaymentStatus {
  state: TokenPaymentState;
  /** Why it is so, where the server knows. */
  reason: RefundReason | null;
  /** When letters leave, while they wait. */
  takesEffectAt: string | null;
}

type ToldAnswer = CheckResponse & Omit<TokenPaymentStatus, 'state'>;

/** Asks, and asks again, how the payment for an activation stands. */
export function usePaymentPolling(
  payment: TokenPaymentReturn,
  isReady: boolean,
): TokenPaymentStatus {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const [told, setTold] = useState<TokenPaymentStatus>({
    state: 'pending',
    ...nothingKnown,
  });

  const ask = useEffectEvent((signal: AbortSignal) => askOnce(payment, signal));
  const settle = useEffectEvent((answer: ToldAnswer, elapsedMs: number) => {
    const mockStatus = payment.status;
    const next = nextPaymentState({ state: told.state, answer, mockStatus, elapsedMs });
    const { reason, takesEffectAt } = answer;
    setTold({ state: next, reason, takesEffectAt });
    if (isPaid(next)) void invalidate();
    return shouldPollAgain(next, elapsedMs);
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

  return told;
}

const nothingKnown = { reason: null, takesEffectAt: null };

async function askOnce(payment: TokenPaymentReturn, signal: AbortSignal): Promise<ToldAnswer> {
  const body = {
    action: 'refresh-payment-status',
    crt: payment.clientReturnToken,
    payment_id: payment.paymentId,
    status: payment.status,
  } as const;
  try {
    const answer = await api.refreshPaymentStatus({ body }, { signal });
    const { outcome, reason, takes_effect_at: takesEffectAt } = answer;
    return { kind: 'answered', outcome, reason, takesEffectAt };
  } catch (error) {
    return { kind: error instanceof ApiError ? 'refused' : 'unanswered', ...nothingKnown };
  }
}
