import { ButtonLink } from '../../interface/button.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Page } from '../../interface/page.tsx';

export function NotFoundScreen() {
  const { t } = useTranslation('shell');
  return (
    <Page title={t('notFound.title')} lead={t('notFound.text')} width="text">
      <div>
        <ButtonLink to="/dashboard">{t('actions.toDashboard')}</ButtonLink>
      </div>
    </Page>
  );
}
