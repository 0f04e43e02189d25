import { readConfiguration } from '../config/configuration.ts';
import { countServers } from '../features/service/backup/backup-repository.ts';
import { storeDeps } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import type { ObjectStore } from '../platform/file-storage/object-store.ts';
import {
  adoptStore,
  inspectStore,
  type StoreFacts,
  storeVerdict,
} from '../platform/file-storage/store-identity.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { type Command, withDatabase } from './run-command.ts';

/** Reports if the store belongs to the database, and makes it so on request. */
export const command: Command = async (args, { tell, env }) => {
  const parsed = parseArguments(args);
  const configuration = readConfiguration(env);
  await withDatabase(configuration, async (database) => {
    const store = openFileStorage(configuration.fileStorage);
    try {
      if (parsed.kind === 'adopt') await adopt(database, store, parsed);
      tell(reportOf(await inspectStore(storeDeps(database, store, systemClock))));
    } finally {
      store.close();
    }
  });
};

type Arguments = { kind: 'look' } | { kind: 'adopt'; evenWithoutFiles: boolean };

export function parseArguments([verb, option, ...rest]: string[]): Arguments {
  if (verb === undefined) return { kind: 'look' };
  const isKnownOption = option === undefined || option === '--without-files';
  if (verb === 'adopt' && isKnownOption && rest.length === 0) {
    return { kind: 'adopt', evenWithoutFiles: option !== undefined };
  }
  throw new UsageInvalid(
    'Use npm run store to see whether the files of the database are in this store, or npm run store -- adopt [--without-files] to make it the store of the database.',
  );
}

async function adopt(
  database: Database,
  store: ObjectStore,
  { evenWithoutFiles }: Extract<Arguments, { kind: 'adopt' }>,
): Promise<void> {
  if ((await countServers(database)) > 0) {
    throw new CommandRefused('Servers or workers still use the database; stop them first.');
  }
  const facts = await inspectStore(storeDeps(database, store, systemClock));
  if (storeVerdict(facts) === 'same') return;
  if (facts.missing > 0 && !evenWithoutFiles) {
    throw new CommandRefused(
      `${facts.missing} of ${facts.sampled} files that were looked for are not in this store; npm run store -- adopt --without-files gives them up.`,
    );
  }
  await adoptStore({ database, store, clock: systemClock });
}

export function reportOf(facts: StoreFacts): string {
  const { recorded, sampled, missing } = facts;
  const looked = `${sampled - missing} of ${sampled} files that were looked for are here.`;
  switch (storeVerdict(facts)) {
    case 'same':
      return `This is the store ${recorded} of the database; ${looked}`;
    case 'adopt':
      return `The database knows no store yet; the first server that starts takes this one. ${looked}`;
    case 'objects_missing':
      return `The database knows no store yet, and this one lacks files of it. ${looked} Bring them here, restore a backup, or give them up: npm run store -- adopt --without-files.`;
    case 'unmarked':
      return `This is not the store ${recorded} of the database. ${looked} Correct DATA_DIR or S3_…, copy the files with the folder store, restore a backup, or make this the store: npm run store -- adopt.`;
  }
}
