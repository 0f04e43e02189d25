import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { outcomeOf, type PlanPaymentOutcome, type PlanPaymentReturn } from './payment-return.ts';

export interface ToldPlanPayment {
  outcome: PlanPaymentOutcome;
  reason: RefundReason | null;
}

/** Asks once, a moment after the return, how a payment for a plan stands. */
export function usePaymentCheck(
  { planId, paymentId, status }: PlanPaymentReturn,
  isReady: boolean,
): ToldPlanPayment | undefined {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const [told, setTold] = useState<ToldPlanPayment>();

  async function check() {
    const answer = await api
      .refreshPaymentStatus({
        body: {
          action: 'refresh-payment-status',
          plan_id: planId,
          payment_id: paymentId,
          status,
        },
      })
      // Whatever went wrong, the server asks the provider again without anybody's help.
      .catch(() => undefined);
    setTold({ outcome: outcomeOf(answer?.outcome, status), reason: answer?.reason ?? null });
    void invalidate();
  }

  useDelayed(isReady, screenTimings.planCheckDelay, () => void check());
  return told;
}
