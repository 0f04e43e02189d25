import type { Database } from '../../../platform/database/database.ts';
import { deleteSomeDeletedAccounts, insertTombstones } from './backup-repository.ts';
import type { Tombstones } from './collect-tombstones.ts';

const accountsAtOnce = 100;
const tombstonesAtOnce = 5_000;

/** Makes the tombstones known to the database. Those that it knows stay as they are. */
export async function keepTombstonesInDatabase(
  database: Database,
  tombstones: Tombstones,
): Promise<void> {
  const all = Array.from(tombstones, ([user_id, deleted_at]) => ({ user_id, deleted_at }));
  for (let start = 0; start < all.length; start += tombstonesAtOnce) {
    await insertTombstones(database, all.slice(start, start + tombstonesAtOnce));
  }
}

/**
 * Deletes everybody who has a tombstone, with everything of theirs, some at a time. `inStep` is
 * called around every step; a step is whole or has not happened, and what is left can be done later.
 */
export async function deleteAccountsAgain(
  database: Database,
  inStep: (step: () => Promise<number>) => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (let last = accountsAtOnce; last === accountsAtOnce; deleted += last) {
    last = await inStep(() => deleteSomeDeletedAccounts(database, accountsAtOnce));
  }
  return deleted;
}
