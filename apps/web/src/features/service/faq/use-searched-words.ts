import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { wordsOf } from './faq-rules.ts';

const pauseMs = 300;

/** What is searched for. The address holds it too, after a pause, for those who come back. */
export function useSearchedWords() {
  const navigate = useNavigate();
  const router = useRouter();
  const inAddress = wordsOf(useSearch({ strict: false }));
  const [words, setWords] = useState(inAddress);
  const written = useRef(inAddress);

  const write = useEffectEvent(() => {
    // A person on the way to another page must not be held back.
    if (words === inAddress || router.latestLocation.pathname !== router.state.location.pathname)
      return;
    written.current = words;
    void navigate({
      to: '.',
      search: (shown: object) => ({ ...shown, q: words || undefined }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for a pause in what is typed
  useEffect(() => {
    const timer = setTimeout(write, pauseMs);
    return () => clearTimeout(timer);
  }, [words]);

  // A link to this page, or the way back, brings other words.
  useEffect(() => {
    if (inAddress !== written.current) setWords(inAddress);
    written.current = inAddress;
  }, [inAddress]);

  return [words, setWords] as const;
}
