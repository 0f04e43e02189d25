import type { ReactNode } from 'react';
import { ButtonLink } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';

export function SuccessScreen() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage title={t('success.title')}>
      <Notice kind="success">{t('success.text')}</Notice>
    </ResultPage>
  );
}

export function CancelScreen() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage title={t('cancel.title')}>
      <Notice>{t('cancel.text')}</Notice>
    </ResultPage>
  );
}

/** The end of a payment of any kind, with the ways on. */
function ResultPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(['payment', 'shell']);
  return (
    <Page title={title} width="form">
      <Card>
        {children}
        <ButtonLink to="/settings" search={{ tab: 'plan' }} wide>
          {t('return.toPlan')}
        </ButtonLink>
        <ButtonLink to="/trusted-legacies" kind="quiet" wide>
          {t('return.toLegacies')}
        </ButtonLink>
        <ButtonLink to="/dashboard" kind="quiet" wide>
          {t('shell:actions.toDashboard')}
        </ButtonLink>
      </Card>
    </Page>
  );
}
