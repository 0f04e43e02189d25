import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';

export function ToLegacies() {
  const { t } = useTranslation('payment');
  return (
    <ButtonLink to="/trusted-legacies" wide>
      {t('return.toLegacies')}
    </ButtonLink>
  );
}
