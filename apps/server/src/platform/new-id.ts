import { randomUUID } from 'node:crypto';

/** The only source of row ids. */
export function newId(): string {
  return randomUUID();
}
