import { useFormats } from '../language/formats.ts';
import { useTranslation } from '../language/use-translation.ts';
import { dateLabelOf } from './date-label.ts';

/** «сегодня», «вчера», «3 дня назад», or the date. */
export function useDateLabel(): (value: string) => string {
  const { t } = useTranslation('list');
  const formats = useFormats();
  return (value) => {
    const label = dateLabelOf(new Date(value), new Date());
    switch (label.kind) {
      case 'today':
        return t('dates.today');
      case 'yesterday':
        return t('dates.yesterday');
      case 'daysAgo':
        return t('dates.daysAgo', { count: label.days });
      case 'date':
        return formats.day(value);
    }
  };
}
