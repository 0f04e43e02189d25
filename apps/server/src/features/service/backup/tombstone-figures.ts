import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { countAccounts, readTombstoneFigures } from './backup-repository.ts';
import { storedTombstones } from './tombstone-objects.ts';

export interface TombstoneFigures {
  in_database: number;
  in_store: number;
  /** The first and the last deletion that is known, as text. */
  first_at: string | null;
  last_at: string | null;
  /** Accounts that were deleted and are there. */
  revived: number;
}

/** How many accounts are known to be deleted, since when, and how many of them are there again. */
export async function countTombstones(
  database: Database,
  store: ObjectStore,
): Promise<TombstoneFigures> {
  const known = await readTombstoneFigures(database);
  const moments = [known.first_at, known.last_at].flatMap((at) => at ?? []);
  let [first, last] = [moments.at(0), moments.at(-1)];
  let in_store = 0;
  let revived = known.revived;
  for await (const part of inParts(storedTombstones(store))) {
    in_store += part.length;
    const ids = part.map(({ user_id }) => user_id);
    revived += await countAccounts(database, ids);
    for (const { deleted_at } of part) {
      const at = deleted_at.toISOString();
      if (first === undefined || at < first) first = at;
      if (last === undefined || at > last) last = at;
    }
  }
  return {
    in_database: known.count,
    in_store,
    first_at: first ?? null,
    last_at: last ?? null,
    revived,
  };
}

const atOnce = 1_000;

async function* inParts<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < atOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
