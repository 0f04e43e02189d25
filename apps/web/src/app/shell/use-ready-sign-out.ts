import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Fetches ahead what follows a sign-out, so that it is seen also without a network. */
export function useReadySignOut(): void {
  const router = useRouter();
  useEffect(
    () =>
      whenIdle(() => {
        // What cannot be fetched now is fetched again when it is needed.
        router.preloadRoute({ to: '/login' }).catch(() => {});
      }),
    [router],
  );
}

function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(request);
}
