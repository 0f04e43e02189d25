import { countServers } from '../features/backup/backup-repository.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { ObjectStore } from '../platform/file-storage/object-store.ts';
import { adoptStore, lookAtStore } from '../platform/file-storage/store-identity.ts';
import { judgeStore } from '../platform/file-storage/store-identity-rules.ts';
import { CommandRefused } from './command-refusals.ts';
import { readConfiguration } from './configuration.ts';
import { storeDeps } from './open-checked-storage.ts';
import { openFileStorage } from './open-file-storage.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';
import { type StoreOrder, storeOrderOf, storeReport } from './store-order.ts';

/** Says whether the store is the one of the database, and makes it that where somebody says so. */
runCommand(async (args, { tell }) => {
  const order = storeOrderOf(args);
  const configuration = readConfiguration(process.env);
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') {
    throw new CommandRefused('A server runs with this database and its store; stop it first.');
  }
  const { database } = opened;
  const store = openFileStorage(configuration);
  try {
    if (order.kind === 'adopt') await adopt(database, store, order);
    tell(storeReport(await lookAtStore(storeDeps(database, store, systemClock))));
  } finally {
    store.close();
    await database.close();
  }
});

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
