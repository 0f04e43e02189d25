import { limits } from '../limits.ts';

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A date that exists in the calendar, written as `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  const match = isoDate.exec(value);
  if (!match) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Full years lived on a day; both days as `YYYY-MM-DD`. Born on 29 February, one turns a year older on 1 March. */
export function ageInYears(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

export type DateOfBirthProblem = 'date_invalid' | 'date_in_future' | 'underage';

export function dateOfBirthProblem(
  dateOfBirth: string,
  today: string,
): DateOfBirthProblem | undefined {
  if (!isCalendarDate(dateOfBirth) || dateOfBirth < '1900-01-01') return 'date_invalid';
  if (dateOfBirth > today) return 'date_in_future';
  if (ageInYears(dateOfBirth, today) < limits.minimumAgeYears) return 'underage';
  return undefined;
}

/** `YYYY-MM-DD` of an instant in Moscow, where the product's days begin and end. */
export function moscowDay(instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(instant);
}

export const phonePattern = new RegExp(`^\\+[1-9]\\d{0,${limits.phoneMaxDigits - 1}}$`);
