import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Apples } from '../../ui/drawings/apples.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { ResultPage } from '../../ui/result-page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isFetchFailure } from './fetch-failure.ts';
import { useRecovery } from './use-recovery.ts';

/** The last resort: a screen has thrown while it was drawn, or its code could not be loaded. */
export function CrashScreen({ error }: ErrorComponentProps) {
  return isFetchFailure(error) ? <NotFetched error={error} /> : <Crashed />;
}

/** Waits for the server and opens the screen by itself; nothing here asks for more code. */
function NotFetched({ error }: { error: Error }) {
  const { t } = useTranslation('shell');
  const { news, tryNow } = useRecovery(error);
  if (news === undefined) return <Spinner />;
  if (news === 'stopped') return <Crashed />;
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
