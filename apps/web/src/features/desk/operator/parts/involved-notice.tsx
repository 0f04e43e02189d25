import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** In place of the buttons, where an operator may not act on this owner. */
export function InvolvedNotice() {
  const { t } = useTranslation('refusals');
  return <Notice kind="warning">{t('operator_involved')}</Notice>;
}
