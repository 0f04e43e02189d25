import { IconSeedling } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { EmptyState } from '../../interface/empty-state.tsx';
import { Page } from '../../interface/page.tsx';

/** A part of the product that is not there yet: what it will be, and a way on. */
export function FaqScreen() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('later.faqTitle')} width="text">
      <EmptyState
        icon={<IconSeedling size={28} />}
        title={t('later.title')}
        actions={<ButtonLink to="/settings">{t('actions.toSettings')}</ButtonLink>}
      >
        {t('later.faq')}
      </EmptyState>
    </Page>
  );
}
