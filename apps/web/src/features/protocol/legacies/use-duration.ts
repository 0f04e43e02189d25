import { useTranslation } from '../../../ui/language/use-translation.ts';

const hoursPerDay = 24;

/** A duration in words: 24 часа, 3 дня. */
export function useDuration(): (hours: number) => string {
  const { t } = useTranslation('legacies');
  return (hours) =>
    hours > hoursPerDay && hours % hoursPerDay === 0
      ? t('duration.days', { count: hours / hoursPerDay })
      : t('duration.hours', { count: hours });
}
