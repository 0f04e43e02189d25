import { isCalendarDate } from '@zavet/contract/identity/account-rules';
import { useLanguage } from '../../../../ui/language/use-translation.ts';

/** Writes a day of the calendar, which is the same day in every time zone. */
export function useCalendarDate(): (value: string | null) => string | null {
  const { language } = useLanguage();
  return (value) => {
    if (value === null || !isCalendarDate(value)) return null;
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    return format.format(new Date(value));
  };
}
