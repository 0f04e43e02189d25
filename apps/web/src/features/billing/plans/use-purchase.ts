import type { PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import type { PlanOffer } from '@zavet/contract/billing/plan-endpoints';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { paymentInputOf, productDetailsOf } from './plan-rules.ts';
import { type PurchaseFailure, purchaseFailureOf } from './public/purchase-failure.tsx';
import { requirePayerId, useCheckout } from './public/use-checkout.ts';

/** Buys a plan. One purchase at a time for all buttons of the page. */
export function usePurchase() {
  const invalidate = useInvalidateAfter('createPayment');
  const describe = usePaymentDescription();
  const checkout = useCheckout(() => void invalidate());
  const [activeButtonId, setActiveButtonId] = useState<string>();
  const [failure, setFailure] = useState<PurchaseFailure>();

  /** `buttonId` identifies the button on the page. */
  async function buy(offer: PlanOffer, buttonId: string) {
    if (checkout.isRunning()) return;
    setActiveButtonId(buttonId);
    setFailure(undefined);
    try {
      await checkout.start(async () => {
        const body = paymentInputOf({
          offer,
          userId: await requirePayerId(),
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
    isBusyAt: (id: string) => checkout.isBusy && activeButtonId === id,
    /** Failure of the last attempt, shown at its button. */
    failureAt: (id: string) => (activeButtonId === id ? failure : undefined),
  };
}

export type PlanPurchase = ReturnType<typeof usePurchase>;

/** Description of the payment for the provider and the receipt. */
function usePaymentDescription(): (product: PlanProduct) => string {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return (product) => {
    const { plan, period } = productDetailsOf(product);
    return t(`description.${period}`, { size: formats.storage(plan.storage_mb) });
  };
}
