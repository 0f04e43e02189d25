/** A calendar day as `2026-11-15`. Days of money are days in Moscow. */
export type Day = string;

const dayMs = 24 * 60 * 60 * 1000;
/** Moscow has had no summer time since 2014. */
const moscowOffsetMs = 3 * 60 * 60 * 1000;

export function moscowDay(moment: Date): Day {
  return isoDay(moment.getTime() + moscowOffsetMs);
}

/** The moment at which a day begins in Moscow. */
export function startOfMoscowDay(day: Day): Date {
  return new Date(utc(day) - moscowOffsetMs);
}

export function addDays(day: Day, days: number): Day {
  return isoDay(utc(day) + days * dayMs);
}

/** So many times 24 hours later, or earlier where there are less than none. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}

/**
 * The same day of a later month, or that month's last day where it is shorter. `dayOfMonth` is the
 * day that is meant, where `day` itself was already cut short.
 */
export function addMonths(day: Day, months: number, dayOfMonth = dayOfMonthOf(day)): Day {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay)));
}

/**
 * The same moment of the calendar, years later or earlier. 29 February becomes the 28th where there
 * is none, so that what is older than n years is never younger than that.
 */
export function addYears(moment: Date, years: number): Date {
  const inMoscow = moment.getTime() + moscowOffsetMs;
  const ofDayMs = ((inMoscow % dayMs) + dayMs) % dayMs;
  return new Date(utc(addMonths(isoDay(inMoscow), 12 * years)) + ofDayMs - moscowOffsetMs);
}

export function dayOfMonthOf(day: Day): number {
  return Number(day.slice(8));
}

/** How many days lie between; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((utc(to) - utc(from)) / dayMs);
}

function utc(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function isoDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}
