import { IconSeedling } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { EmptyState } from '../../interface/empty-state.tsx';
import { Page } from '../../interface/page.tsx';

export function TrustedLegaciesScreen() {
  const { t } = useTranslation('shell');
  return <LaterPage title={t('nav.trustedLegacies')} text={t('later.trustedLegacies')} />;
}

export function FaqScreen() {
  const { t } = useTranslation('shell');
  return (
    <LaterPage
      title={t('later.faqTitle')}
      text={t('later.faq')}
      next={<ButtonLink to="/settings">{t('actions.toSettings')}</ButtonLink>}
    />
  );
}

/** A part of the product that is not there yet: what it will be, and a way on. */
function LaterPage({ title, text, next }: { title: string; text: string; next?: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <Page title={title} width="text">
      <EmptyState
        icon={<IconSeedling size={28} />}
        title={t('later.title')}
        actions={next ?? <ButtonLink to="/dashboard">{t('actions.toDashboard')}</ButtonLink>}
      >
        {text}
      </EmptyState>
    </Page>
  );
}
