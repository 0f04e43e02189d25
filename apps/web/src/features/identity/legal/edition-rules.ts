import type { Day } from '@zavet/contract/days';
import { editionInForce } from '@zavet/contract/identity/editions';

export type EditionStatus = 'past' | 'in_force' | 'coming';

export interface Edition {
  day: Day;
  status: EditionStatus;
}

/** Every edition of a document as it stands today, oldest first. */
export function editionsAsOf(editions: readonly [Day, ...Day[]], today: Day): Edition[] {
  const inForce = editionInForce(editions, today);
  return editions.map((day) => ({ day, status: statusOf(day, inForce) }));
}

/** The edition that the address asks for; the one in force where it asks for none that exists. */
export function shownEdition(
  editions: readonly [Day, ...Day[]],
  wanted: unknown,
  today: Day,
): Edition {
  const inForce = editionInForce(editions, today);
  const day = editions.find((edition) => edition === wanted) ?? inForce;
  return { day, status: statusOf(day, inForce) };
}

/** The address asks for a day of which there is no edition. */
export function isUnknownEdition(editions: readonly Day[], wanted: unknown): boolean {
  return wanted !== undefined && !editions.some((edition) => edition === wanted);
}

function statusOf(day: Day, inForce: Day): EditionStatus {
  if (day === inForce) return 'in_force';
  return day > inForce ? 'coming' : 'past';
}
