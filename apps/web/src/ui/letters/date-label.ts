import { useFormats } from '../language/formats.ts';
import { useTranslation } from '../language/use-translation.ts';

/** The name of a day in a list: recent days in words, others as a date. */
export type DateLabel =
  | { kind: 'today' }
  | { kind: 'yesterday' }
  | { kind: 'daysAgo'; days: number }
  | { kind: 'date' };

const maxCountedDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Counts calendar days of the reader, not periods of 24 hours. */
export function dateLabelOf(then: Date, now: Date): DateLabel {
  const days = dayNumber(now) - dayNumber(then);
  if (days === 0) return { kind: 'today' };
  if (days === 1) return { kind: 'yesterday' };
  return days > 1 && days <= maxCountedDays ? { kind: 'daysAgo', days } : { kind: 'date' };
}

/** The number of a calendar day; correct for days with 23 or 25 hours too. */
function dayNumber(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / dayMs;
}

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
