import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sessionKeeper } from '../session/api.ts';
import type { KeptMessage, MessageDraft } from './kept-message.ts';

const pauseMs = 500;

interface Keeping {
  kept: KeptMessage;
  /** The form began with what was kept. */
  wasRestored: boolean;
  /** Undefined where there is nothing to keep. */
  draft: MessageDraft | undefined;
}

/** Keeps what is typed: after every pause, and when the tab is hidden, closed or left. False without room. */
export function useKeptMessage({ kept, wasRestored, draft }: Keeping): boolean {
  const [hasRoom, setRoom] = useState(true);
  // A form that was only looked at must not take away what another tab has kept.
  const isOwn = useRef(wasRestored);
  const text = JSON.stringify(draft);

  const keep = useEffectEvent(() => {
    if (hasSignedOut()) return;
    if (draft) {
      isOwn.current = true;
      setRoom(kept.keep(draft));
    } else if (isOwn.current) {
      isOwn.current = false;
      kept.forget();
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for a pause in what is typed
  useEffect(() => {
    const timer = setTimeout(keep, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', onHidden);
      keep();
    };
  }, []);

  return hasRoom;
}

/** After a sign-out nothing private is written any more; an ended session loses nothing. */
function hasSignedOut(): boolean {
  const state = sessionKeeper.state();
  return state.status === 'signed_out' && state.reason === 'left';
}
