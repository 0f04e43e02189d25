import type { Clock } from '../../../platform/clock/clock.ts';
import { backupLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/database.ts';
import { withLock } from '../../../platform/database/session.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import type { Tombstone } from './backup-rules.ts';
import { collectTombstones } from './collect-tombstones.ts';
import { deleteAccountsAgain, keepTombstonesInDatabase } from './delete-again.ts';
import { assertNoServers } from './no-servers.ts';
import type { Progress } from './progress.ts';

export interface ReplayDeps {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** What has to be noted first, as long as nothing new is in the audit log. */
  beforeDeleting(): Promise<void>;
}

export interface Replayed {
  tombstones: number;
  deleted: number;
}

/**
 * After a restore by the database's own tools: deletes everybody again whom the database, the
 * object store or a backup knows to be deleted. Nobody is served meanwhile, because those who
 * came back could sign in. May be broken off and run again.
 */
export async function replayTombstones(
  { database, store, clock, beforeDeleting }: ReplayDeps,
  ofBackups: readonly Tombstone[],
  { tell, signal }: Progress,
): Promise<Replayed> {
  await assertNoServers(database);
  return withLock(database, backupLock, async () => {
    await beforeDeleting();
    const tombstones = await collectTombstones(database, store, ofBackups);
    await database.transaction(() => keepTombstonesInDatabase(database, tombstones));
    const note = (deleted: number) =>
      appendAudit(
        { database, clock },
        {
          actor: { kind: 'command' },
          act: 'tombstones_replayed',
          facts: { tombstones: tombstones.size, deleted },
        },
      );
    const deleted = await deleteAccountsAgain(database, async (step) => {
      signal.throwIfAborted();
      const gone = await database.transaction(async () => {
        const count = await step();
        if (count > 0) await note(count);
        return count;
      });
      if (gone > 0) tell(`${gone} accounts deleted again.`);
      return gone;
    });
    if (deleted === 0) await note(0);
    return { tombstones: tombstones.size, deleted };
  });
}
