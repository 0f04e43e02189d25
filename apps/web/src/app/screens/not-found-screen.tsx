import { ButtonLink } from '../../interface/button.tsx';
import { Apples } from '../../interface/drawings/apples.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { ResultPage } from '../../interface/result-page.tsx';

export function NotFoundScreen() {
  const { t } = useTranslation('shell');
  return (
    <ResultPage
      drawing={<Apples />}
      title={t('notFound.title')}
      lead={t('notFound.text')}
      actions={<ButtonLink to="/dashboard">{t('actions.toDashboard')}</ButtonLink>}
    />
  );
}
