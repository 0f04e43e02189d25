import { ButtonLink } from '../../ui/button.tsx';
import { Apples } from '../../ui/drawings/apples.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { ResultPage } from '../../ui/result-page.tsx';

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
