import { useQueryClient } from '@tanstack/react-query';
import type { PlanProduct } from '@zavet/contract/plans/plan-catalogue';
import type { PlanOffer } from '@zavet/contract/plans/plan-endpoints';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../interface/language/formats.ts';
import { useDelayed } from '../../../interface/use-delayed.ts';
import { api, sessionKeeper } from '../../session/api.ts';
import { refreshPlan } from '../api/refresh-plan.ts';
import { factsOf } from '../product-facts.ts';
import { paymentRequest } from './payment-request.ts';
import {
  confirmationUrl,
  type PurchaseFailure,
  PurchaseImpossible,
  purchaseFailureOf,
} from './purchase-failure.ts';

type Step = 'asking' | 'leaving';

/** Begins a payment and sends the browser to where it is paid. One at a time, whichever is pressed. */
export function usePurchase() {
  const client = useQueryClient();
  const describe = useDescription();
  const isBuying = useRef(false);
  const [step, setStep] = useState<Step>();
  const [place, setPlace] = useState<string>();
  const [failure, setFailure] = useState<PurchaseFailure>();

  function stop() {
    isBuying.current = false;
    setStep(undefined);
  }

  // The browser may keep this page and show it again as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isBuying.current = false;
      setStep(undefined);
      void refreshPlan(client);
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [client]);

  // Whoever stops the browser on its way out can press again; it is the same payment then.
  useDelayed(step === 'leaving', screenTimings.operationTimeout, stop);

  /** `from` names the place on the page whose button was pressed. */
  async function buy(offer: PlanOffer, from: string) {
    if (isBuying.current) return;
    isBuying.current = true;
    setPlace(from);
    setFailure(undefined);
    setStep('asking');
    try {
      const body = paymentRequest({
        offer,
        userId: await ownId(),
        description: describe(offer.plan_id),
        origin: window.location.origin,
      });
      const answer = await api.createPayment({ body });
      const url = confirmationUrl(answer.confirmation_url);
      setStep('leaving');
      window.location.assign(url);
    } catch (error) {
      setFailure(purchaseFailureOf(error));
      stop();
      // Prices and plan may not be what this page shows.
      void refreshPlan(client);
    }
  }

  return {
    buy,
    isBusy: step !== undefined,
    isBusyAt: (wanted: string) => step !== undefined && place === wanted,
    /** Of the latest try, at the place where it was made. */
    failureAt: (wanted: string) => (place === wanted ? failure : undefined),
  };
}

export type PurchaseDesk = ReturnType<typeof usePurchase>;

async function ownId(): Promise<string> {
  const session = await sessionKeeper.settled();
  if (session.status === 'signed_out') throw new PurchaseImpossible('notSignedIn');
  if (session.status !== 'signed_in') throw new PurchaseImpossible('noSession');
  return session.session.user.id;
}

/** What the payment is for, as the provider and the receipt say it. */
function useDescription(): (product: PlanProduct) => string {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return (product) => {
    const { plan, period } = factsOf(product);
    return t(`description.${period}`, { size: formats.storage(plan.storage_mb) });
  };
}
