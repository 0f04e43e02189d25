import { ButtonLink } from '../../interface/button.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';

export function ToLegacies() {
  const { t } = useTranslation('payment');
  return <ButtonLink to="/trusted-legacies">{t('return.toLegacies')}</ButtonLink>;
}
