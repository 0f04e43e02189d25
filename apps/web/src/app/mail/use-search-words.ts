import { useEffect, useState } from 'react';

const pauseMs = 300;

/** What is typed into a search, and what to look for once the typing pauses. */
export function useSearchWords() {
  const [text, setText] = useState('');
  const typed = text.trim();
  const [late, setLate] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setLate(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // Emptiness counts at once.
  return { text, setText, words: typed === '' ? '' : late };
}
