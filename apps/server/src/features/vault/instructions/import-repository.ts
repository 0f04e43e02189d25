import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import {
  instructionContacts,
  instructionFiles,
  instructions,
  objectRemovals,
} from './instruction-tables.ts';

/** How many rows go into one statement. */
const atOnce = 200;

export type NewInstructionRow = typeof instructions.$inferInsert;
export type NewFileRow = typeof instructionFiles.$inferInsert;
export type NewAssignment = typeof instructionContacts.$inferInsert;

/** Writes rows for which their owner, key and usage are locked. */
export async function insertImported(
  database: Database,
  rows: { instructions: NewInstructionRow[]; assignments: NewAssignment[]; files: NewFileRow[] },
): Promise<void> {
  const db = database.db();
  for (const some of inParts(rows.instructions)) await db.insert(instructions).values(some);
  for (const some of inParts(rows.assignments)) await db.insert(instructionContacts).values(some);
  for (const some of inParts(rows.files)) await db.insert(instructionFiles).values(some);
}

/** Notes objects that have no row yet: unless they are released, they are removed after a while. */
export async function scheduleLateRemoval(
  database: Database,
  keys: readonly string[],
  hours: number,
): Promise<void> {
  const due_at = sql`now() + make_interval(hours => ${hours})`;
  for (const some of inParts(keys)) {
    const rows = some.map((object_key) => ({ object_key, due_at }));
    await database.db().insert(objectRemovals).values(rows).onConflictDoNothing();
  }
}

/** Says how many of them were still held; from now on their rows keep them. */
export async function cancelRemovals(database: Database, keys: readonly string[]): Promise<number> {
  let released = 0;
  for (const some of inParts(keys)) {
    const rows = await database
      .db()
      .delete(objectRemovals)
      .where(inArray(objectRemovals.object_key, some))
      .returning({ key: objectRemovals.object_key });
    released += rows.length;
  }
  return released;
}

/** Has those removed now that are still held: what has a row by now is not. */
export async function makeRemovalsDue(database: Database, keys: readonly string[]): Promise<void> {
  for (const some of inParts(keys)) {
    await database
      .db()
      .update(objectRemovals)
      .set({ due_at: sql`now()` })
      .where(inArray(objectRemovals.object_key, some));
  }
}

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}
