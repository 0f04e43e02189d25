import { ButtonLink } from '../../../interface/button.tsx';
import { KeyWithTag } from '../../../interface/drawings/key-with-tag.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { ResultPage } from '../../../interface/result-page.tsx';

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
