import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';

export function SuccessScreen() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('result.successTitle')} width="form">
      <Card>
        <Notice kind="success">{t('result.successText')}</Notice>
        <ButtonLink to="/settings" search={{ tab: 'plan' }} wide>
          {t('result.toPlan')}
        </ButtonLink>
        <ButtonLink to="/dashboard" kind="quiet" wide>
          {t('actions.toDashboard')}
        </ButtonLink>
      </Card>
    </Page>
  );
}

export function CancelScreen() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('result.cancelTitle')} width="form">
      <Card>
        <Notice>{t('result.cancelText')}</Notice>
        <ButtonLink to="/dashboard" wide>
          {t('actions.toDashboard')}
        </ButtonLink>
        <ButtonLink to="/settings" search={{ tab: 'plan' }} kind="quiet" wide>
          {t('result.toPlan')}
        </ButtonLink>
      </Card>
    </Page>
  );
}
