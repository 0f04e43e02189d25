import type { Day } from '@zavet/contract/days';
import { editionInForce } from '@zavet/contract/identity/editions';

export type Standing = 'past' | 'in_force' | 'coming';

export interface Edition {
  day: Day;
  standing: Standing;
}

/** Every edition of a document as it stands today, oldest first. */
export function editionsAsOf(editions: readonly [Day, ...Day[]], today: Day): Edition[] {
  const inForce = editionInForce(editions, today);
  return editions.map((day) => ({ day, standing: standingOf(day, inForce) }));
}

/** The edition that the address asks for; the one in force where it asks for none that exists. */
export function shownEdition(
  editions: readonly [Day, ...Day[]],
  wanted: unknown,
  today: Day,
): Edition {
  const inForce = editionInForce(editions, today);
  const day = editions.find((edition) => edition === wanted) ?? inForce;
  return { day, standing: standingOf(day, inForce) };
}

/** The address asks for a day of which there is no edition. */
export function isUnknownEdition(editions: readonly Day[], wanted: unknown): boolean {
  return wanted !== undefined && !editions.some((edition) => edition === wanted);
}

function standingOf(day: Day, inForce: Day): Standing {
  if (day === inForce) return 'in_force';
  return day > inForce ? 'coming' : 'past';
}
