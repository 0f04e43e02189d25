import type { PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import type { PlanOffer } from '@zavet/contract/billing/plan-endpoints';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { paymentRequest, productFactsOf } from './plan-rules.ts';
import { type PurchaseFailure, purchaseFailureOf } from './public/purchase-failure.tsx';
import { payerId, useCheckout } from './public/use-checkout.ts';

/** Buys a plan. One purchase at a time for all buttons of the page. */
export function usePurchase() {
  const invalidate = useInvalidateAfter('createPayment');
  const describe = useDescription();
  const checkout = useCheckout(() => void invalidate());
  const [button, setButton] = useState<string>();
  const [failure, setFailure] = useState<PurchaseFailure>();

  /** `pressed` identifies the button on the page. */
  async function buy(offer: PlanOffer, pressed: string) {
    if (checkout.isRunning()) return;
    setButton(pressed);
    setFailure(undefined);
    try {
      await checkout.start(async () => {
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
      // The displayed prices or plan may be outdated.
      void invalidate();
    }
  }

  return {
    buy,
    isBusy: checkout.isBusy,
    isBusyAt: (id: string) => checkout.isBusy && button === id,
    /** Failure of the last attempt, shown at its button. */
    failureAt: (id: string) => (button === id ? failure : undefined),
  };
}

export type PlanPurchase = ReturnType<typeof usePurchase>;

/** Description of the payment for the provider and the receipt. */
function useDescription(): (product: PlanProduct) => string {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return (product) => {
    const { plan, period } = productFactsOf(product);
    return t(`description.${period}`, { size: formats.storage(plan.storage_mb) });
  };
}
