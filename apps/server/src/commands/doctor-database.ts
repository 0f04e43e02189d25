import type { Configuration } from '../config/configuration.ts';
import { readMailCounts } from '../features/desk/service-status/mail-outcome-repository.ts';
import { checkStoredKeys, withoutFullStop } from '../features/service/checks/check-keys.ts';
import { checkBackup, checkJobs } from '../features/service/checks/check-maintenance.ts';
import { checksToRun, type DoctorChecks } from '../features/service/checks/checks.ts';
import { storeDeps } from '../features/service/storage-check/open-checked-storage.ts';
import { wiring } from '../features.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import {
  assertCompatibleCluster,
  EmbeddedPostgresRefused,
  hasCluster,
} from '../platform/database/embedded/cluster.ts';
import { borrowEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { FolderInUse } from '../platform/database/folder-lock.ts';
import { knownMigrations } from '../platform/database/migrate.ts';
import { openPostgresForCommands } from '../platform/database/open-database.ts';
import { connectionsPerProcess } from '../platform/database/postgres-connections.ts';
import { readDatabaseTime } from '../platform/database/timestamps.ts';
import { checkDatabase, checkMigrations } from '../platform/doctor/check-database.ts';
import { checkClock, clockOfService } from '../platform/doctor/check-machine.ts';
import { checkStoreIdentity } from '../platform/doctor/check-object-store.ts';
import { type Finding, ok, runChecks, withTimeout, wrong } from '../platform/doctor/finding.ts';
import { connectionProblem } from '../platform/doctor/http-probe.ts';
import { MasterKeyInvalid } from '../platform/encryption/key-file.ts';
import { loadExistingMasterKeys, type MasterKeys } from '../platform/encryption/master-keys.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import { migrationsFolder } from '../platform/installation.ts';

const about = 'Database';

/** Checks the database connection, and runs the checks that need a database. */
export async function checkDatabaseConnection(
  configuration: Configuration,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { postgres } = configuration;
  if (postgres) {
    const { url, directUrl } = postgres;
    if (directUrl === undefined) return checkServer(configuration, url, signal);
    const found = await Promise.all([
      checkPooler(url),
      checkServer(configuration, directUrl, signal),
    ]);
    return found.flat();
  }
  try {
    return await checkEmbedded(configuration, signal);
  } catch (error) {
    const isExpected = error instanceof EmbeddedPostgresRefused || error instanceof FolderInUse;
    if (!isExpected) throw error;
    const todo = 'Correct this or DATA_DIR, or set DATABASE_URL.';
    const clock = await checkClocks(configuration, undefined, signal);
    return [wrong(about, withoutFullStop(error.message), todo), ...clock];
  }
}

/** Checks only the connection through the pooler; `checkServer` checks the server behind it. */
async function checkPooler(url: string): Promise<Finding[]> {
  const database = openPostgresForCommands(url);
  try {
    await database.ping();
    return [ok('Pooler', `${new URL(url).host} lets requests through to the database`)];
  } catch (error) {
    return [{ ...refusalOf(error, url), about: 'Pooler' }];
  } finally {
    await closeWithTimeout(database);
  }
}

async function checkServer(
  configuration: Configuration,
  url: string,
  signal: AbortSignal,
): Promise<Finding[]> {
  const database = openPostgresForCommands(url);
  try {
    await database.ping();
  } catch (error) {
    await closeWithTimeout(database);
    return [refusalOf(error, url), ...(await checkClocks(configuration, undefined, signal))];
  }
  try {
    return await checkConnected(configuration, database, readMasterKeys(configuration));
  } finally {
    await closeWithTimeout(database);
  }
}

const closeTimeoutMs = 2_000;

/** Closes the database, but does not wait for a hanging statement. */
async function closeWithTimeout(database: Database): Promise<void> {
  await withTimeout(closeTimeoutMs, database.close());
}

async function checkEmbedded(
  configuration: Configuration,
  signal: AbortSignal,
): Promise<Finding[]> {
  assertCompatibleCluster(configuration.dataDir);
  if (!hasCluster(configuration.dataDir)) {
    const clock = await checkClocks(configuration, undefined, signal);
    return [ok(about, 'there is none yet; the first start makes it'), ...clock];
  }
  const postgres = await borrowEmbeddedPostgres(configuration.dataDir);
  try {
    return await checkServer(configuration, postgres.url, signal);
  } finally {
    await postgres.stop();
  }
}

interface ConnectionInput {
  configuration: Configuration;
  database: Database;
  /** Undefined if unreadable, which another check reports. */
  masterKeys: MasterKeys | undefined;
  migrations: Finding[];
}

const connectionChecks: DoctorChecks<'connection', ConnectionInput> = {
  databaseServer: ({ configuration, database }) =>
    checkDatabase(database, connectionsPerProcess(configuration.postgres ?? {})),
  migrations: async ({ migrations }) => migrations,
  clock: ({ configuration, database }, signal) => checkClocks(configuration, database, signal),
};

const tableChecks: DoctorChecks<'tables', ConnectionInput> = {
  jobs: ({ database }) => checkJobs(database),
  storeIdentity: ({ configuration, database }) => checkStore(configuration, database),
  backup: async ({ configuration, database }) => [
    await checkBackup({ database, clock: systemClock }, configuration.isProduction),
  ],
  sentMails: async ({ database }) => [await checkSentMails(database, systemClock.now())],
  storedKeys: async ({ database, masterKeys }) =>
    masterKeys ? [await checkStoredKeys(database, masterKeys, wiring.keyTables)] : [],
};

export async function checkConnected(
  configuration: Configuration,
  database: Database,
  masterKeys: MasterKeys | undefined,
): Promise<Finding[]> {
  const known = knownMigrations(migrationsFolder);
  const { findings: migrations, isCurrent } = await checkMigrations(database, known);
  // The table checks require the tables of this version.
  const checks = isCurrent ? { ...connectionChecks, ...tableChecks } : connectionChecks;
  return runChecks(checksToRun(checks, { configuration, database, masterKeys, migrations }));
}

const hour = 60 * 60 * 1000;
/** Fewer postponed mails may be caused by greylisting alone. */
const minPostponed = 3;

/** Checks the outcomes of recent mails: a reachable mail server may still accept none. */
async function checkSentMails(database: Database, now: Date): Promise<Finding> {
  const about = 'Mail';
  const counts = await readMailCounts(database, new Date(now.getTime() - 2 * hour));
  const sum = (outcome: 'accepted' | 'refused' | 'postponed') =>
    counts.reduce((total, count) => total + count[outcome], 0);
  const [accepted, postponed] = [sum('accepted') + sum('refused'), sum('postponed')];
  if (accepted > 0 || postponed < minPostponed) {
    return ok(about, `in the last hours ${sum('accepted')} were accepted, ${postponed} postponed`);
  }
  const says = `in the last hours the mail server postponed ${postponed} mails and accepted none`;
  return wrong(about, says, 'Look into the log for mail_not_accepted, which has its replies.');
}

async function checkStore(configuration: Configuration, database: Database): Promise<Finding[]> {
  const store = openFileStorage(configuration.fileStorage);
  try {
    return [await checkStoreIdentity(storeDeps(database, store, systemClock))];
  } finally {
    store.close();
  }
}

/** Returns undefined for an unreadable master key, which another check reports. */
function readMasterKeys({ masterKey }: Configuration): MasterKeys | undefined {
  try {
    return loadExistingMasterKeys(masterKey);
  } catch (error) {
    if (error instanceof MasterKeyInvalid) return undefined;
    throw error;
  }
}

function checkClocks(
  { fileStorage, payments, assistant }: Configuration,
  database: Database | undefined,
  signal: AbortSignal,
): Promise<Finding[]> {
  const databaseClock = database
    ? [{ name: 'the database', read: () => readDatabaseTime(database) }]
    : [];
  const services = [
    fileStorage.kind === 's3' ? fileStorage.endpoint : undefined,
    payments?.kind === 'yookassa' ? payments.apiUrl : undefined,
    assistant?.baseUrl,
  ].filter((url) => url !== undefined);
  return checkClock(systemClock, [...databaseClock, ...services.map(clockOfService)], signal);
}

function refusalOf(error: unknown, url: string): Finding {
  const { hostname } = new URL(url);
  const server = hostname || 'the server';
  for (let current = error; current instanceof Error; current = current.cause) {
    const known = refusals[(current as { code?: string }).code ?? ''];
    if (known) return wrong(about, `${server} ${known[0]}`, known[1]);
  }
  const problem = connectionProblem(error);
  if (!problem) throw error;
  return wrong(about, `${server} ${problem}`, 'Look at DATABASE_URL, the server and the network.');
}

const signInTodo = 'Correct user and password in DATABASE_URL; special characters are escaped.';

const refusals: Record<string, [string, string]> = {
  '28P01': ['refuses user or password', signInTodo],
  '28000': ['does not let this user in', 'Look at DATABASE_URL and at pg_hba.conf of the server.'],
  '3D000': ['has no such database', 'Make it with createdb, or correct DATABASE_URL.'],
  '42501': ['does not let this user connect', 'Grant connect on the database to the user.'],
  '53300': ['has no free connections', 'Raise max_connections, or end what holds them.'],
  '57P03': ['is starting or stopping', 'Run this again in a moment.'],
};
