import type { Day } from '@zavet/contract/days';
import { editionInForce } from '@zavet/contract/identity/editions';

export type EditionStatus = 'past' | 'in_force' | 'coming';

export interface Edition {
  day: Day;
  status: EditionStatus;
}

/** Returns every edition of a document with its current status, oldest first. */
export function editionsAsOf(editions: readonly [Day, ...Day[]], today: Day): Edition[] {
  const inForce = editionInForce(editions, today);
  return editions.map((day) => ({ day, status: statusOf(day, inForce) }));
}

/** Returns the requested edition, or the one in force if the requested one does not exist. */
export function selectEdition(
  editions: readonly [Day, ...Day[]],
  requested: unknown,
  today: Day,
): Edition {
  const inForce = editionInForce(editions, today);
  const day = editions.find((edition) => edition === requested) ?? inForce;
  return { day, status: statusOf(day, inForce) };
}

export function isUnknownEdition(editions: readonly Day[], requested: unknown): boolean {
  return requested !== undefined && !editions.some((edition) => edition === requested);
}

function statusOf(day: Day, inForce: Day): EditionStatus {
  if (day === inForce) return 'in_force';
  return day > inForce ? 'coming' : 'past';
}
