import { readConfiguration } from '../config/configuration.ts';
import { countServers } from '../features/service/backup/backup-repository.ts';
import { storeDeps } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { ObjectStore } from '../platform/file-storage/object-store.ts';
import { openFileStorage } from '../platform/file-storage/open-file-storage.ts';
import { adoptStore, lookAtStore } from '../platform/file-storage/store-identity.ts';
import { judgeStore } from '../platform/file-storage/store-identity-rules.ts';
import { CommandRefused } from '../platform/process/refusals.ts';
import { withDatabase } from './command-database.ts';
import type { Command } from './run-command.ts';
import { type StoreOrder, storeOrderOf, storeReport } from './store-order.ts';

/** Reports if the store belongs to the database, and makes it so on request. */
export const command: Command = async (args, { tell, env }) => {
  const order = storeOrderOf(args);
  const configuration = readConfiguration(env);
  await withDatabase(configuration, async (database) => {
    const store = openFileStorage(configuration.fileStorage);
    try {
      if (order.kind === 'adopt') await adopt(database, store, order);
      tell(storeReport(await lookAtStore(storeDeps(database, store, systemClock))));
    } finally {
      store.close();
    }
  });
};

async function adopt(
  database: Database,
  store: ObjectStore,
  { evenWithoutFiles }: Extract<StoreOrder, { kind: 'adopt' }>,
): Promise<void> {
  if ((await countServers(database)) > 0) {
    throw new CommandRefused('Servers or workers still use the database; stop them first.');
  }
  const facts = await lookAtStore(storeDeps(database, store, systemClock));
  if (judgeStore(facts) === 'same') return;
  if (facts.missing > 0 && !evenWithoutFiles) {
    throw new CommandRefused(
      `${facts.missing} of ${facts.sought} files that were looked for are not in this store; npm run store -- adopt --without-files gives them up.`,
    );
  }
  await adoptStore({ database, store, clock: systemClock });
}
