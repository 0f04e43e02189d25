import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sessionKeeper } from '../../session/api.ts';
import type { Draft, DraftSubject, Drafts } from './drafts.ts';

const pauseMs = 500;

interface KeptDraft {
  drafts: Drafts;
  subject: DraftSubject;
  /** The form began with a draft. */
  wasRestored: boolean;
  /** Undefined where nothing differs from what is saved. */
  draft: Omit<Draft, 'kept_at'> | undefined;
}

/** Keeps what is typed: after every pause, and when the tab is hidden, closed or left. */
export function useKeptDraft({ drafts, subject, wasRestored, draft }: KeptDraft) {
  const [hasRoom, setRoom] = useState(true);
  const isOver = useRef(false);
  // A form that was only looked at must not take away the draft of another tab.
  const isOwn = useRef(wasRestored);
  const text = JSON.stringify(draft);

  const keep = useEffectEvent(() => {
    if (isOver.current || hasSignedOut()) return;
    if (!draft) {
      if (isOwn.current) drafts.forget(subject);
      return;
    }
    isOwn.current = true;
    setRoom(drafts.keep(subject, { ...draft, kept_at: new Date().toISOString() }));
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

  return {
    hasRoom,
    /** Saved or given up: from now on nothing is kept. */
    finish: () => {
      isOver.current = true;
      drafts.forget(subject);
    },
  };
}

/** After a sign-out nothing private is written any more; an ended session loses nothing. */
function hasSignedOut(): boolean {
  const state = sessionKeeper.state();
  return state.status === 'signed_out' && state.reason === 'left';
}
