import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/client/api.ts';
import { tabStore } from '../../platform/storage/browser-storage.ts';
import { type RecoveryNews, type RecoverySurroundings, recover } from './recovery.ts';

const reloadKey = 'zavet.screen_reload';
const probeTimeoutMs = 5000;

/** Brings a screen back that could not be fetched. Tells how it stands, and tries at once on demand. */
export function useRecovery(error: unknown) {
  const router = useRouter();
  const [news, setNews] = useState<RecoveryNews>();
  const hurry = useRef(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure is recovered from again
  useEffect(() => {
    const over = new AbortController();
    const around: RecoverySurroundings = {
      now: Date.now,
      wait: (ms) =>
        new Promise((resolve) => {
          hurry.current = resolve;
          setTimeout(resolve, ms);
          over.signal.addEventListener('abort', () => resolve());
        }),
      serverAnswers,
      retry: () => void router.invalidate(),
      reload: () => location.reload(),
      reloads: {
        last: () => Number(tabStore.get(reloadKey)) || undefined,
        note: () => tabStore.set(reloadKey, String(Date.now())),
      },
    };
    void recover(router.state.location.href, around, setNews, over.signal);
    return () => over.abort();
  }, [error]);

  return { news, tryNow: () => hurry.current() };
}

async function serverAnswers(): Promise<boolean> {
  try {
    await api.getHealth({}, { signal: AbortSignal.timeout(probeTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}
