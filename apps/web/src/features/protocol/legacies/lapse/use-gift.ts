import type { LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { payerId } from '../../../billing/plans/public/payer-id.ts';
import {
  type PurchaseFailure,
  purchaseFailureOf,
} from '../../../billing/plans/public/purchase-failure.ts';
import { useWayToPay } from '../../../billing/plans/public/use-way-to-pay.ts';
import { createClientReturnToken } from '../activation/activation-request.ts';
import { giftRequest } from './gift-request.ts';

/** Pays for the plan of somebody who trusts the visitor. */
export function usePlanGift(plan: LapsingPlan) {
  const invalidate = useInvalidateAfter('payForOwner');
  const way = useWayToPay(() => void invalidate());
  const [failure, setFailure] = useState<PurchaseFailure>();

  async function pay(offer: LapsingPlan['offers'][number]) {
    if (way.isGoing()) return;
    setFailure(undefined);
    try {
      await way.go(async () => {
        await payerId();
        const { origin } = window.location;
        const body = giftRequest({
          plan,
          offer,
          clientReturnToken: createClientReturnToken(),
          origin,
        });
        return api.payForOwner({ body });
      });
    } catch (error) {
      setFailure(purchaseFailureOf(error));
      // Somebody else may have paid meanwhile.
      void invalidate();
    }
  }

  return { pay, isBusy: way.isBusy, failure };
}
