import { type RefObject, useEffect, useRef } from 'react';

/**
 * When a list grows at a press, the focus goes on at the first of the new entries: the button may
 * be gone with the last of them.
 */
export function useGoingOn(list: RefObject<HTMLElement | null>, count: number) {
  const place = useRef<number>(undefined);
  useEffect(() => {
    const first = place.current;
    if (first === undefined || count <= first) return;
    place.current = undefined;
    list.current?.children[first]?.querySelector('a')?.focus();
  }, [list, count]);
  return {
    begin: () => {
      place.current = count;
    },
    giveUp: () => {
      place.current = undefined;
    },
  };
}
