import { randomUUID } from 'node:crypto';

/** The only source of row ids. */
export function newId(): string {
  return randomUUID();
}

/** Where a walk through rows in the order of their ids begins. */
export const beforeEveryId = '00000000-0000-0000-0000-000000000000';
