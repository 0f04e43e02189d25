import { formatNumber, formatPhone } from '@zavet/contract/formats';
import { useLanguage, useTranslation } from './use-translation.ts';

const mbPerGb = 1024;
const hoursPerDay = 24;
const minuteMs = 60 * 1000;
const calendarDay = /^\d{4}-\d{2}-\d{2}$/;

/** Dates and numbers in the format of the current language. */
export function useFormats() {
  const { language } = useLanguage();
  const { t } = useTranslation('shell');
  return {
    /** Анна, Ольга и Павел */
    list: (words: readonly string[]) => new Intl.ListFormat(language).format(words),
    /** 15 ноября 2026 г. */
    date: (value: string) =>
      new Intl.DateTimeFormat(language, {
        dateStyle: 'long',
        // A date without time is the same in every time zone.
        timeZone: calendarDay.test(value) ? 'UTC' : undefined,
      }).format(new Date(value)),
    /** 15 ноября; with the year unless it is the current one */
    day: (value: string) => {
      const date = new Date(value);
      const isThisYear = date.getFullYear() === new Date().getFullYear();
      return new Intl.DateTimeFormat(
        language,
        isThisYear ? { day: 'numeric', month: 'long' } : { dateStyle: 'long' },
      ).format(date);
    },
    /** 15 нояб. 2026 г., 18:40 */
    dateTime: (value: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
        new Date(value),
      ),
    /** With the time zone: 15 нояб. 2026 г., 18:40 (Москва, стандартное время) */
    deadline: (value: string) =>
      withTimeZone(
        language,
        value,
        new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
          new Date(value),
        ),
      ),
    /** 15 нояб. 2026 г., 18:40 – 20:00 (Москва); with both days if the span crosses midnight */
    span: (from: string, until: string) =>
      withTimeZone(
        language,
        from,
        new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).formatRange(
          new Date(from),
          new Date(until),
        ),
      ),
    /** 18:40 */
    time: (value: string) =>
      new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(value)),
    /** 2 дня 19 часов; minutes only within the last day */
    timeLeft: (milliseconds: number) => formatDuration(language, milliseconds),
    /** Time elapsed, at least a minute: 2 дня 19 часов */
    timeSince: (moment: string) =>
      formatDuration(language, Math.max(minuteMs, Date.now() - Date.parse(moment))),
    /** 5 минут назад */
    ago: (moment: string) => ago(language, Math.max(0, Date.now() - Date.parse(moment))),
    /** 24 часа, 3 дня */
    hours: (hours: number) =>
      hours <= hoursPerDay
        ? formatUnit(language, 'hour', hours)
        : formatUnit(language, 'day', hours / hoursPerDay),
    /** русский */
    language: (code: string) =>
      new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code,
    number: (value: number) => formatNumber(value, language),
    /** 11,4 МБ */
    megabytes: (value: number) => t('units.megabytes', { value: formatNumber(value, language, 1) }),
    /** Sizes of storage plans: 300 МБ, 1 ГБ */
    storage: (megabytes: number) =>
      megabytes < mbPerGb
        ? t('units.megabytes', { value: formatNumber(megabytes, language, 1) })
        : t('units.gigabytes', { value: formatNumber(megabytes / mbPerGb, language, 1) }),
    /** +7 912 345-67-89 */
    phone: formatPhone,
    /** 17 % */
    percent: (percent: number) =>
      new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100),
    /** 300 ₽; kopecks only if not zero */
    rubles: (amount: number) =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency: 'RUB',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
        maximumFractionDigits: 2,
      }).format(amount),
  };
}

/** Appends the time zone of this device. */
function withTimeZone(language: string, moment: string, text: string): string {
  // Many browsers have short zone names in English only.
  const zone = new Intl.DateTimeFormat(language, { timeZoneName: 'longGeneric' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName');
  return zone ? `${text} (${zone.value})` : text;
}

function formatDuration(language: string, milliseconds: number): string {
  return timeLeftOf(milliseconds)
    .map(({ unit, count }) => formatUnit(language, unit, count))
    .join(' ');
}

function ago(language: string, milliseconds: number): string {
  const [largest] = timeLeftOf(Math.max(minuteMs, milliseconds));
  return new Intl.RelativeTimeFormat(language).format(
    -(largest?.count ?? 1),
    largest?.unit ?? 'minute',
  );
}

function formatUnit(language: string, unit: TimeUnit, count: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type TimeUnit = 'day' | 'hour' | 'minute';

interface TimeAmount {
  unit: TimeUnit;
  count: number;
}

/** The remaining time in its two largest units, rounded down. */
export function timeLeftOf(milliseconds: number): TimeAmount[] {
  const left = Math.max(0, milliseconds);
  const days: TimeAmount = { unit: 'day', count: Math.floor(left / day) };
  const hours: TimeAmount = { unit: 'hour', count: Math.floor((left % day) / hour) };
  const minutes: TimeAmount = { unit: 'minute', count: Math.floor((left % hour) / minute) };
  const named = days.count > 0 ? [days, hours] : [hours, minutes];
  const counted = named.filter(({ count }) => count > 0);
  return counted.length > 0 ? counted : [minutes];
}
