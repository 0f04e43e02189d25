import type { PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import type { PlanOffer } from '@zavet/contract/billing/plan-endpoints';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { factsOf } from '../product-facts.ts';
import { payerId } from '../public/payer-id.ts';
import { type PurchaseFailure, purchaseFailureOf } from '../public/purchase-failure.ts';
import { useWayToPay } from '../public/use-way-to-pay.ts';
import { paymentRequest } from './payment-request.ts';

/** Buys a plan. One at a time, whichever is pressed. */
export function usePurchase() {
  const invalidate = useInvalidateAfter('createPayment');
  const describe = useDescription();
  const way = useWayToPay(() => void invalidate());
  const [place, setPlace] = useState<string>();
  const [failure, setFailure] = useState<PurchaseFailure>();

  /** `from` names the place on the page whose button was pressed. */
  async function buy(offer: PlanOffer, from: string) {
    if (way.isGoing()) return;
    setPlace(from);
    setFailure(undefined);
    try {
      await way.go(async () => {
        const body = paymentRequest({
          offer,
          userId: await payerId(),
          description: describe(offer.plan_id),
          origin: window.location.origin,
        });
        return api.createPayment({ body });
      });
    } catch (error) {
      setFailure(purchaseFailureOf(error));
      // Prices and plan may not be what this page shows.
      void invalidate();
    }
  }

  return {
    buy,
    isBusy: way.isBusy,
    isBusyAt: (wanted: string) => way.isBusy && place === wanted,
    /** Of the latest try, at the place where it was made. */
    failureAt: (wanted: string) => (place === wanted ? failure : undefined),
  };
}

export type PurchaseDesk = ReturnType<typeof usePurchase>;

/** What the payment is for, as the provider and the receipt say it. */
function useDescription(): (product: PlanProduct) => string {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return (product) => {
    const { plan, period } = factsOf(product);
    return t(`description.${period}`, { size: formats.storage(plan.storage_mb) });
  };
}
