import { isCalendarDate } from '@zavet/contract/identity/account-rules';

type DatePart = 'day' | 'month' | 'year';

/** `1956-04-12` in the numeric format of the language: 12.04.1956. */
export function formatDate(date: string, language: string): string {
  return formatOf(language).format(new Date(`${date}T00:00:00Z`));
}

/** The typed day as `YYYY-MM-DD`; undefined if it is invalid or incomplete. */
export function parseDate(typed: string, language: string): string | undefined {
  const text = typed.trim();
  if (isCalendarDate(text)) return text;
  const named = withMonthAsNumber(text, language);
  const order = named.hasMonthName ? ['day', 'month', 'year'] : orderOf(language);
  const numbers = numbersOf(named.text, order as DatePart[]);
  if (!numbers) return undefined;
  const at = (part: DatePart) => numbers[order.indexOf(part)] ?? '';
  if (at('year').length !== 4) return undefined;
  const date = [at('year'), at('month').padStart(2, '0'), at('day').padStart(2, '0')].join('-');
  return isCalendarDate(date) ? date : undefined;
}

/** `2026-11-20T02:30` in the format of the language: 20.11.2026 02:30. */
export function formatDateTime(moment: string, language: string): string {
  const [date = '', time = ''] = moment.split('T');
  return `${formatDate(date, language)} ${time}`;
}

/** The typed date and time as `YYYY-MM-DDTHH:MM`. */
export function parseDateTime(typed: string, language: string): string | undefined {
  const match = /^(.*?)[\s,T]+(\d{1,2})[:.](\d{2})$/.exec(typed.trim());
  const [, day = '', hours = '', minutes = ''] = match ?? [];
  const date = parseDate(day, language);
  if (!date || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${date}T${hours.padStart(2, '0')}:${minutes}`;
}

function formatOf(language: string) {
  return new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function orderOf(language: string): DatePart[] {
  return formatOf(language)
    .formatToParts(new Date(0))
    .map(({ type }) => type)
    .filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year');
}

/** Accepts «12 апреля 1956» and “April 12, 1956” too: replaces the month by its number. */
function withMonthAsNumber(text: string, language: string) {
  const word = /\p{L}{3,}/u.exec(text)?.[0].toLocaleLowerCase(language);
  const month = word ? monthsOf(language).findIndex((name) => name.startsWith(word)) + 1 : 0;
  if (month === 0) return { text, hasMonthName: false };
  const [day = '', year = ''] = text.match(/\d+/g) ?? [];
  return { text: `${day} ${month} ${year}`, hasMonthName: true };
}

/** Names of the months as used in a date: апреля. */
function monthsOf(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2000, month, 1));
    return parts.find(({ type }) => type === 'month')?.value.toLocaleLowerCase(language) ?? '';
  });
}

/** Three numbers, or eight digits without separators. */
function numbersOf(text: string, order: DatePart[]): string[] | undefined {
  if (/^\d{8}$/.test(text)) {
    const pattern = order.map((part) => `(\\d{${part === 'year' ? 4 : 2}})`).join('');
    return new RegExp(pattern).exec(text)?.slice(1);
  }
  const numbers = text.match(/\d+/g) ?? [];
  return numbers.length === 3 && !/\p{L}/u.test(text.replace(/г\.?$/u, '')) ? numbers : undefined;
}
