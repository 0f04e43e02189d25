import { ButtonLink } from '../../../../ui/button.tsx';
import { KeyWithTag } from '../../../../ui/drawings/key-with-tag.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../../ui/result-page.tsx';

export function StaffOnly() {
  const { t } = useTranslation('desk');
  return (
    <ResultPage
      drawing={<KeyWithTag />}
      title={t('staffOnly.title')}
      lead={t('staffOnly.text')}
      actions={<ButtonLink to="/dashboard">{t('staffOnly.back')}</ButtonLink>}
    />
  );
}
