import { ButtonLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';

export function ToLegacies() {
  const { t } = useTranslation('payment');
  return <ButtonLink to="/trusted-legacies">{t('return.toLegacies')}</ButtonLink>;
}
