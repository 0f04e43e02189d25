export type PartOfDay = 'morning' | 'day' | 'evening' | 'night';

/** The part of the day in which a greeting is said, by the hour of the visitor's own clock. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 18) return 'day';
  if (hour >= 18 && hour < 23) return 'evening';
  return 'night';
}
