const hoursPerDay = 24;
/** So many days can all have a knot of their own. */
const maxDaysShownEach = 3;

/** The days from now on that the thread names, from today until letters would leave. */
export function shownDays(waitingHours: number): number[] {
  const days = Math.round(waitingHours / hoursPerDay);
  if (days > maxDaysShownEach) return [0, Math.round(days / 2), days];
  return Array.from({ length: days + 1 }, (_, day) => day);
}
