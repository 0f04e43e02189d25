import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/client/api.ts';
import { tabStore } from '../../platform/storage/browser-storage.ts';
import { Button } from '../../ui/button.tsx';
import { Apples } from '../../ui/drawings/apples.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { Spinner } from '../../ui/loading.tsx';
import { ResultPage } from '../../ui/result-page.tsx';
import {
  isFetchFailure,
  type RecoveryEnvironment,
  type RecoveryProgress,
  recover,
} from './recovery.ts';

/** Shown when a screen has thrown, or its code could not be fetched. */
export function CrashScreen({ error }: ErrorComponentProps) {
  return isFetchFailure(error) ? <FetchFailed error={error} /> : <Crashed />;
}

/** Waits for the server, then opens the screen. Loads no further code. */
function FetchFailed({ error }: { error: Error }) {
  const { t } = useTranslation('shell');
  const { progress, tryNow } = useRecovery(error);
  if (progress === undefined) return <Spinner />;
  if (progress === 'failed') return <Crashed />;
  return (
    <ResultPage
      drawing={<Apples />}
      title={t('waiting.title')}
      role="status"
      actions={
        <Button kind="quiet" onClick={tryNow}>
          {t('failure.retry')}
        </Button>
      }
    >
      <p>
        <strong>{t('waiting.away')}</strong>
      </p>
      <p>{t('waiting.text')}</p>
    </ResultPage>
  );
}

function Crashed() {
  const { t } = useTranslation('shell');
  return (
    <ResultPage
      drawing={<Apples />}
      title={t('crash.title')}
      role="alert"
      actions={<Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>}
    >
      <p>{t('crash.text')}</p>
    </ResultPage>
  );
}

const reloadKey = 'zavet.screen_reload';
const probeTimeoutMs = 5000;

/** Recovers a screen that could not be fetched; `tryNow` skips the pause. */
function useRecovery(error: unknown) {
  const router = useRouter();
  const [progress, setProgress] = useState<RecoveryProgress>();
  const skipPause = useRef(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure is recovered from again
  useEffect(() => {
    const unmount = new AbortController();
    const environment: RecoveryEnvironment = {
      now: Date.now,
      wait: (ms) =>
        new Promise((resolve) => {
          skipPause.current = resolve;
          setTimeout(resolve, ms);
          unmount.signal.addEventListener('abort', () => resolve());
        }),
      serverAnswers,
      retry: () => void router.invalidate(),
      reload: () => location.reload(),
      reloads: {
        last: () => Number(tabStore.get(reloadKey)) || undefined,
        note: () => tabStore.set(reloadKey, String(Date.now())),
      },
    };
    void recover(router.state.location.href, environment, setProgress, unmount.signal);
    return () => unmount.abort();
  }, [error]);

  return { progress, tryNow: () => skipPause.current() };
}

async function serverAnswers(): Promise<boolean> {
  try {
    await api.getLive({}, { signal: AbortSignal.timeout(probeTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}
