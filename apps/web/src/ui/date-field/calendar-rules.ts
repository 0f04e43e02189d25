import { addDays, addMonths } from '@zavet/contract/days';

const daysOfWeek = 7;

/** Languages whose week starts on Sunday; the others start on Monday. */
const sundayFirst: readonly string[] = ['en', 'pt'];

function weekdayOf(day: string, language: string): number {
  const sinceSunday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return sundayFirst.includes(language) ? sinceSunday : (sinceSunday + 6) % daysOfWeek;
}

/** The full weeks that overlap a month. */
export function weeksOf(day: string, language: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: string[][] = [];
  let start = addDays(first, -weekdayOf(first, language));
  while (start <= last) {
    const weekStart = start;
    weeks.push(Array.from({ length: daysOfWeek }, (_, offset) => addDays(weekStart, offset)));
    start = addDays(start, daysOfWeek);
  }
  return weeks;
}

/** The day to which a key moves the focus; undefined if the key does not move it. */
export function dayAfterKey(
  day: string,
  key: string,
  { language, shift }: { language: string; shift: boolean },
): string | undefined {
  const weekday = weekdayOf(day, language);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -daysOfWeek);
    case 'ArrowDown':
      return addDays(day, daysOfWeek);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, daysOfWeek - 1 - weekday);
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return undefined;
  }
}

/** The same day in another month or year, clamped to the last day of that month. */
export function dayInMonth(day: string, year: number, month: number): string {
  const [fromYear = 0, fromMonth = 0] = day.split('-').map(Number);
  return addMonths(day, (year - fromYear) * 12 + (month - fromMonth));
}
