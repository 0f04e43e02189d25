import { useEffect, useEffectEvent } from 'react';

/** Runs once, `delayMs` after `isDue` became true, unless the component unmounts first. */
export function useDelayed(isDue: boolean, delayMs: number, run: () => void): void {
  const onTime = useEffectEvent(run);
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => onTime(), delayMs);
    return () => clearTimeout(timer);
  }, [isDue, delayMs]);
}
