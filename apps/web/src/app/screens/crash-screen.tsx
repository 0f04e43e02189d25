import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { EmptyState } from '../../interface/empty-state.tsx';
import { Page } from '../../interface/page.tsx';

/** The last resort: a screen has thrown while it was drawn, or its code could not be loaded. */
export function CrashScreen() {
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
