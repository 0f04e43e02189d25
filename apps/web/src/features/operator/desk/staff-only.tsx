import { ButtonLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Page } from '../../../interface/page.tsx';

export function StaffOnly() {
  const { t } = useTranslation('desk');
  return (
    <Page title={t('staffOnly.title')} lead={t('staffOnly.text')} width="form">
      <ButtonLink to="/dashboard" kind="quiet">
        {t('staffOnly.back')}
      </ButtonLink>
    </Page>
  );
}
