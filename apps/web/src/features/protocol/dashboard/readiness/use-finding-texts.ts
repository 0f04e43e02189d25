import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { serviceTerms } from '@zavet/contract/service-terms';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

export function useFindingTexts() {
  const { t } = useTranslation('readiness');
  return ({ kind, count }: Pick<ReadinessFinding, 'kind' | 'count'>) => ({
    title: t(`kinds.${kind}.title`, { count }),
    text: t(`kinds.${kind}.text`, { months: serviceTerms.reviewMonths.from }),
    // Only operators can configure payments, so there is no action.
    action: kind === 'payments_not_configured' ? '' : t(`kinds.${kind}.action`),
  });
}
