import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDelayed } from '../../../../ui/use-delayed.ts';
import { confirmationUrl } from './purchase-failure.ts';

type Step = 'asking' | 'leaving';

/** Asks for a payment and sends the browser to where it is paid. One at a time, whatever is pressed. */
export function useWayToPay(onShownAgain: () => void) {
  const isGoing = useRef(false);
  const [step, setStep] = useState<Step>();

  function stop() {
    isGoing.current = false;
    setStep(undefined);
  }

  // The browser may keep this page and show it again as it was left.
  const showAgain = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    stop();
    onShownAgain();
  });
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => showAgain(event);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  // A person who stops the browser on its way out can press again; it is the same payment then.
  useDelayed(step === 'leaving', screenTimings.operationTimeout, stop);

  /** Throws what the asking has thrown. */
  async function go(ask: () => Promise<{ confirmation_url: string }>): Promise<void> {
    isGoing.current = true;
    setStep('asking');
    try {
      const url = confirmationUrl((await ask()).confirmation_url);
      setStep('leaving');
      window.location.assign(url);
    } catch (error) {
      stop();
      throw error;
    }
  }

  return { go, isGoing: () => isGoing.current, isBusy: step !== undefined };
}
