/** A date as it is typed. */
export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** `YYYY-MM-DD`, or empty where nothing is typed. Half a date becomes a text that is no date. */
export function isoDateOf({ day, month, year }: DateParts): string {
  const parts = [year, month, day].map((part) => part.trim());
  if (parts.every((part) => part === '')) return '';
  return parts.map((part, index) => (index > 0 && part ? part.padStart(2, '0') : part)).join('-');
}

export function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 1)));
}
