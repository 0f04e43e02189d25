const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type TimeUnit = 'day' | 'hour' | 'minute';

interface Part {
  unit: TimeUnit;
  count: number;
}

/** The time that is left in the two units that matter, rounded down: never more than there is. */
export function timeLeftOf(milliseconds: number): Part[] {
  const left = Math.max(0, milliseconds);
  const days: Part = { unit: 'day', count: Math.floor(left / day) };
  const hours: Part = { unit: 'hour', count: Math.floor((left % day) / hour) };
  const minutes: Part = { unit: 'minute', count: Math.floor((left % hour) / minute) };
  const named = days.count > 0 ? [days, hours] : [hours, minutes];
  const counted = named.filter(({ count }) => count > 0);
  return counted.length > 0 ? counted : [minutes];
}
