import type { Database } from './database.ts';

/** How many of what went: words of the program and figures. */
export type Removed = Record<string, number>;

/** Removes at most so many of what is due, in the caller's transaction. Nothing left: all zeros. */
export type Remover = (deps: { database: Database }, now: Date, limit: number) => Promise<Removed>;

export function isNothing(removed: Removed): boolean {
  return Object.values(removed).every((count) => count === 0);
}
