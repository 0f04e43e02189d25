import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AskOptions, askControl, ControlAbsent } from '../platform/control/control-client.ts';
import type { Database } from '../platform/database/database.ts';
import { FolderInUse } from '../platform/database/folder-lock.ts';
import {
  assertNotTooNew,
  hasPendingMigrations,
  knownMigrations,
} from '../platform/database/migrate.ts';
import { openEmbedded, openPostgresWithRetries } from '../platform/database/open-database.ts';
import { CommandRefused } from './command-refusals.ts';
import type { Configuration } from './configuration.ts';
import { controlPath } from './control-path.ts';
import { migrationsFolder } from './folders.ts';

/** What a command works on: the database itself, or the server that has it open. */
export type Opened = { kind: 'database'; database: Database } | { kind: 'server'; ask: AskServer };

export type AskServer = (command: string, input?: object, options?: AskOptions) => Promise<unknown>;

/**
 * Opens what is there; a command never makes a database. `prepare` may bring one that is there to
 * this version; without it a database of another version is refused.
 */
export async function openForCommand(
  configuration: Configuration,
  prepare: (database: Database) => Promise<unknown> = assertMigrated,
): Promise<Opened> {
  try {
    const database = await openDatabase(configuration);
    await closedOnFailure(database, () => prepare(database));
    return { kind: 'database', database };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { kind: 'server', ask: askServer(controlPath(configuration), error) };
  }
}

/** Does not leave a database open when the work on it cannot begin. */
export async function closedOnFailure<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Where no server listens to commands, the one that has the folder open has to be stopped. */
function askServer(path: string, inUse: FolderInUse): AskServer {
  return async (command, input, options) => {
    try {
      return await askControl(path, command, input, options);
    } catch (error) {
      throw error instanceof ControlAbsent ? inUse : error;
    }
  };
}

async function openDatabase({ postgres, dataDir }: Configuration): Promise<Database> {
  if (postgres) return openPostgresWithRetries(postgres.directUrl ?? postgres.url);
  if (!existsSync(join(dataDir, 'database'))) {
    throw new CommandRefused(`There is no database in ${dataDir}; DATA_DIR names another folder.`);
  }
  return openEmbedded(dataDir);
}

async function assertMigrated(database: Database): Promise<void> {
  const known = knownMigrations(migrationsFolder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  throw new CommandRefused(
    'The database is not prepared for this version of the program; start the server once.',
  );
}
