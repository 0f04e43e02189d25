import { useEffect, useEffectEvent } from 'react';
import { sessionKeeper } from '../session/session.ts';

const pauseMs = 500;

/**
 * Keeps what is typed: after every pause in it, and when the tab is hidden, closed or left. After a
 * sign-out nothing private is written any more; an ended session loses nothing.
 */
export function useKeeping(typed: string | undefined, keep: () => void): void {
  const keepNow = useEffectEvent(() => {
    if (!hasSignedOut()) keep();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for a pause in what is typed
  useEffect(() => {
    const timer = setTimeout(() => keepNow(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    const onLeave = () => keepNow();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keepNow();
    };
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHidden);
      keepNow();
    };
  }, []);
}

function hasSignedOut(): boolean {
  const state = sessionKeeper.state();
  return state.status === 'signed_out' && state.reason === 'left';
}
