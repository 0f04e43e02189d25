import { useRef, useState } from 'react';
import { useKeeping } from '../../../platform/storage/use-keeping.ts';
import type { Draft, DraftSubject, Drafts } from './drafts.ts';

interface KeptDraft {
  drafts: Drafts;
  subject: DraftSubject;
  /** The form began with a draft. */
  wasRestored: boolean;
  /** Undefined where nothing differs from what is saved. */
  draft: Omit<Draft, 'kept_at'> | undefined;
}

/** Keeps what is typed into the form of an instruction. */
export function useKeptDraft({ drafts, subject, wasRestored, draft }: KeptDraft) {
  const [hasRoom, setRoom] = useState(true);
  const isOver = useRef(false);
  // A form that was only looked at must not take away the draft of another tab.
  const isOwn = useRef(wasRestored);

  useKeeping(JSON.stringify(draft), () => {
    if (isOver.current) return;
    if (!draft) {
      if (isOwn.current) drafts.forget(subject);
      return;
    }
    isOwn.current = true;
    setRoom(drafts.keep(subject, { ...draft, kept_at: new Date().toISOString() }));
  });

  return {
    hasRoom,
    /** Saved or given up: from now on nothing is kept. */
    finish: () => {
      isOver.current = true;
      drafts.forget(subject);
    },
  };
}
