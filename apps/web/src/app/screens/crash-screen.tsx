import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../../interface/button.tsx';
import { EmptyState } from '../../interface/empty-state.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Page } from '../../interface/page.tsx';
import { Spinner } from '../../interface/spinner.tsx';
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
    <Page title={t('waiting.title')} width="text">
      <div role="status">
        <EmptyState
          icon={<IconCloudOff size={28} />}
          title={t('waiting.away')}
          actions={
            <Button kind="quiet" onClick={tryNow}>
              {t('failure.retry')}
            </Button>
          }
        >
          {t('waiting.text')}
        </EmptyState>
      </div>
    </Page>
  );
}

function Crashed() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('crash.title')} width="text">
      <EmptyState
        tone="red"
        role="alert"
        icon={<IconAlertCircle size={28} />}
        title={t('failure.title')}
        actions={<Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>}
      >
        {t('crash.text')}
      </EmptyState>
    </Page>
  );
}
