import { useRef, useState } from 'react';
import { useKeeping } from '../../platform/storage/use-keeping.ts';
import type { KeptMessage, MessageDraft } from './kept-message.ts';

interface Keeping {
  kept: KeptMessage;
  /** The form began with what was kept. */
  wasRestored: boolean;
  /** Undefined where there is nothing to keep. */
  draft: MessageDraft | undefined;
}

/** Keeps what is typed to the support. False where there is no room for it. */
export function useKeptMessage({ kept, wasRestored, draft }: Keeping): boolean {
  const [hasRoom, setRoom] = useState(true);
  // A form that was only looked at must not take away what another tab has kept.
  const isOwn = useRef(wasRestored);

  useKeeping(JSON.stringify(draft), () => {
    if (draft) {
      isOwn.current = true;
      setRoom(kept.keep(draft));
    } else if (isOwn.current) {
      isOwn.current = false;
      kept.forget();
    }
  });

  return hasRoom;
}
