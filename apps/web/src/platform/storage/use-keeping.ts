import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sessionKeeper } from '../session/session.ts';

const pauseMs = 500;

interface Keeping<Draft> {
  /** Undefined where there is nothing to keep. */
  draft: Draft | undefined;
  /** The form began with what was kept. */
  wasRestored: boolean;
  /** False where there is no room for it. */
  keep: (draft: Draft) => boolean;
  forget: () => void;
}

/**
 * Keeps what is typed: after every pause in it, and when the tab is hidden, closed or left. After a
 * sign-out nothing private is written any more; an ended session loses nothing.
 */
export function useKeeping<Draft>({ draft, wasRestored, keep, forget }: Keeping<Draft>) {
  const [hasRoom, setRoom] = useState(true);
  const isOver = useRef(false);
  // A form that was only looked at must not take away what another tab has kept.
  const isOwn = useRef(wasRestored);

  function keepNow() {
    if (isOver.current || hasSignedOut()) return;
    if (draft) setRoom(keep(draft));
    else if (isOwn.current) forget();
    isOwn.current = draft !== undefined;
  }
  const onKeep = useEffectEvent(keepNow);

  const typed = JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for a pause in what is typed
  useEffect(() => {
    const timer = setTimeout(() => onKeep(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    const onLeave = () => onKeep();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') onKeep();
    };
    addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHidden);
      onKeep();
    };
  }, []);

  return {
    hasRoom,
    /** Before a screen that reads the draft: leaving this one keeps it only after the next is drawn. */
    keepNow,
    /** Saved or given up: from now on nothing is kept. */
    finish: () => {
      isOver.current = true;
      forget();
    },
  };
}

function hasSignedOut(): boolean {
  const state = sessionKeeper.state();
  return state.status === 'signed_out' && state.reason === 'left';
}
