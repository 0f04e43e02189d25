import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sessionKeeper } from '../../../../platform/session/session.ts';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { CheckoutError, parseConfirmationUrl } from './purchase-failure.tsx';

type Step = 'requesting' | 'leaving';

/** Requests a payment and redirects the browser to the payment page. Runs one checkout at a time. */
export function useCheckout(onRestored: () => void) {
  const isRunning = useRef(false);
  const [step, setStep] = useState<Step>();

  function reset() {
    isRunning.current = false;
    setStep(undefined);
  }

  // The browser may restore this page from its back/forward cache.
  const onPageShow = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    reset();
    onRestored();
  });
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => onPageShow(event);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  // If the visitor cancels the redirect, a retry is possible after a timeout. The server then
  // returns the same payment.
  useDelayed(step === 'leaving', screenTimings.operationTimeout, reset);

  /** Requests the payment and opens the payment page. Rethrows errors of the request. */
  async function start(requestPayment: () => Promise<{ confirmation_url: string }>): Promise<void> {
    isRunning.current = true;
    setStep('requesting');
    try {
      const url = parseConfirmationUrl((await requestPayment()).confirmation_url);
      setStep('leaving');
      window.location.assign(url);
    } catch (error) {
      reset();
      throw error;
    }
  }

  return { start, isRunning: () => isRunning.current, isBusy: step !== undefined };
}

/** Returns the user id of the payer. Throws a `CheckoutError` without a session. */
export async function requirePayerId(): Promise<string> {
  const session = await sessionKeeper.settled();
  if (session.status === 'signed_out') throw new CheckoutError('notSignedIn');
  if (session.status !== 'signed_in') throw new CheckoutError('noSession');
  return session.session.user.id;
}
