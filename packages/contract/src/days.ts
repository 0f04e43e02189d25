/** Calendar day in the Moscow time zone, such as `2026-11-15`. */
export type Day = string;

const dayMs = 24 * 60 * 60 * 1000;
/** Moscow has had no daylight saving time since 2014. */
const moscowOffsetMs = 3 * 60 * 60 * 1000;

export function moscowDay(moment: Date): Day {
  return isoDay(moment.getTime() + moscowOffsetMs);
}

export function startOfMoscowDay(day: Day): Date {
  return new Date(utc(day) - moscowOffsetMs);
}

export function addDays(day: Day, days: number): Day {
  return isoDay(utc(day) + days * dayMs);
}

/** Returns the moment exactly `days` × 24 hours later, or earlier if negative. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}

/**
 * Returns the same day of a later month, or the last day of a shorter month. `dayOfMonth` is the
 * intended day if `day` was shortened by an earlier call.
 */
export function addMonths(day: Day, months: number, dayOfMonth = dayOfMonthOf(day)): Day {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay)));
}

/**
 * Returns the same date and time in Moscow, `years` later or (if negative) earlier. 29 February
 * becomes 28 February in common years.
 */
export function addYears(moment: Date, years: number): Date {
  const inMoscow = moment.getTime() + moscowOffsetMs;
  const timeOfDayMs = ((inMoscow % dayMs) + dayMs) % dayMs;
  return new Date(utc(addMonths(isoDay(inMoscow), 12 * years)) + timeOfDayMs - moscowOffsetMs);
}

export function dayOfMonthOf(day: Day): number {
  return Number(day.slice(8));
}

/** Number of days between two days; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utc(to) - utc(from)) / dayMs);
}

function utc(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isoDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}
