import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sessionKeeper } from '../session/session.ts';

const pauseMs = 500;

interface StoredDraftOptions<Draft> {
  /** Undefined if there is nothing to store. */
  draft: Draft | undefined;
  /** The form started with a stored draft. */
  wasRestored: boolean;
  /** False if the storage is full. */
  keep: (draft: Draft) => boolean;
  forget: () => void;
}

/**
 * Stores the input of a form after each typing pause, and when the tab is hidden, closed or left.
 * Stores nothing after a sign-out; when a session expires, the input is kept.
 */
export function useStoredDraft<Draft>({
  draft,
  wasRestored,
  keep,
  forget,
}: StoredDraftOptions<Draft>) {
  const [hasRoom, setRoom] = useState(true);
  const isFinished = useRef(false);
  // A form without input must not remove a draft stored by another tab.
  const ownsStoredDraft = useRef(wasRestored);

  function keepNow() {
    if (isFinished.current || hasSignedOut()) return;
    if (draft) setRoom(keep(draft));
    else if (ownsStoredDraft.current) forget();
    ownsStoredDraft.current = draft !== undefined;
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
    /**
     * Call before navigating to a screen that reads the draft: unmounting stores the draft only
     * after that screen is rendered.
     */
    keepNow,
    /** Call after saving or discarding: nothing more is stored. */
    finish: () => {
      isFinished.current = true;
      forget();
    },
  };
}

function hasSignedOut(): boolean {
  const state = sessionKeeper.state();
  return state.status === 'signed_out' && state.reason === 'left';
}
