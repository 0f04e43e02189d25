import { useEffect, useEffectEvent, useState } from 'react';

const pauseMs = 300;

/**
 * What is typed into a search whose words live in the address. It is looked for once the typing
 * pauses; an address that changes by itself, as on the way back, changes the field.
 */
export function useSearchWords(words: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(words);
  const [seen, setSeen] = useState(words);
  const [sent, setSent] = useState(words);
  if (words !== seen) {
    setSeen(words);
    // What comes back late must not undo what was typed since.
    if (words !== sent) {
      setSent(words);
      setText(words);
    }
  }
  const typed = text.trim();
  const search = useEffectEvent(() => {
    setSent(typed);
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === sent) return;
    // Emptiness counts at once.
    const timer = setTimeout(search, typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return { text, setText };
}
