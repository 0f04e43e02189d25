import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Opened {
  isOpen: (id: string) => boolean;
  setOpen: (ids: readonly string[], isOpen: boolean) => void;
}

/** Which questions are open: those the reader opened, the one in the address, on paper all of them. */
export function useOpened(linked: string): Opened {
  const isPrinting = usePrinting();
  const [open, setOpenIds] = useState<ReadonlySet<string>>(new Set([linked]));
  const [followed, setFollowed] = useState(linked);
  if (followed !== linked) {
    setFollowed(linked);
    setOpenIds(new Set([...open, linked]));
  }
  return {
    isOpen: (id) => isPrinting || open.has(id),
    setOpen: (ids, isOpen) => {
      if (isPrinting) return;
      setOpenIds((before) => {
        const after = new Set(before);
        for (const id of ids) isOpen ? after.add(id) : after.delete(id);
        return after;
      });
    },
  };
}

function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture as soon as the event is over.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
