import { IconAlertCircle } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { EmptyState } from '../../interface/empty-state.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { Page } from '../../interface/page.tsx';
import { isFetchFailure } from './fetch-failure.ts';

/** The last resort: a screen has thrown while it was drawn, or its code could not be loaded. */
export function CrashScreen({ error }: ErrorComponentProps) {
  const { t } = useTranslation('shell');
  const router = useRouter();
  if (isFetchFailure(error)) {
    return (
      <Page title={t('crash.title')} width="text">
        <ErrorState error={new TypeError(error.message)} onRetry={() => router.invalidate()} />
      </Page>
    );
  }
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
