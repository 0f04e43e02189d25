import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { newOwners, type Owner, password, signInAgain } from '../bench/owners.ts';
import { type BenchServer, startServer } from '../bench/server.ts';
import { clientOf, findLost, startWriting, type Write } from './pitr-load.ts';
import { type ArchivedPostgres, preparePostgres } from './pitr-postgres.ts';
import { type Print, retryRefused, secondsSince, verify, waitFor } from './trial.ts';

const writers = 8;
const loadMs = 8_000;

/**
 * Point-in-time recovery of the built product on Debian's PostgreSQL with a WAL archive: a base backup
 * under load, more load, a deleted account and file, a crash, and a restore to a point in time.
 */
export async function pitr(print: Print): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'zavet-pitr-home-'));
  const postgres = await preparePostgres();
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(home, 'data') };
  const product = { home, postgres, environment, print };
  let server: BenchServer | undefined;
  try {
    server = await startProduct(product);
    const target = await runUntilCrash(product, server);
    await server.stop();
    await restore(product, target);
    server = await startProduct(product);
    await verifyRestored(product, server, target);
  } finally {
    await server?.stop();
    await postgres.remove();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Product {
  home: string;
  postgres: ArchivedPostgres;
  environment: Record<string, string>;
  print: Print;
}

const startProduct = ({ environment }: Product) =>
  startServer(environment.DATABASE_URL, environment);

interface RecoveryPoint {
  time: string;
  before: Write[];
  after: Write[];
  deleted: Owner;
  /** A write whose object was removed after the point in time, although its owner still exists. */
  removed: Write;
}

async function runUntilCrash(
  { home, postgres, environment, print }: Product,
  server: BenchServer,
): Promise<RecoveryPoint> {
  const owners = await retryRefused(() => newOwners(server, writers + 1));
  const [deleted, ...others] = owners as [Owner, ...Owner[]];
  const load = startWriting(server, others);
  const deletedOwnerLoad = startWriting(server, [deleted]);
  await pause(loadMs / 2);
  await deletedOwnerLoad.stop();
  const startedAt = performance.now();
  await postgres.baseBackup();
  print(`base backup under load in ${secondsSince(startedAt)} s`);
  await pause(loadMs);
  const backup = await runCommand({ environment }, 'backup', join(home, 'backups', 'before'));
  verify('a backup of the files succeeds under load', backup.status === 0);
  const time = postgres.query('select clock_timestamp()');
  const timeMs = Number(postgres.query(`select extract(epoch from timestamptz '${time}') * 1000`));
  await pause(loadMs / 2);

  const client = clientOf(server, await signInAgain(server, deleted));
  await client.deleteAccount({ body: { confirmation_word: 'DELETE', current_password: password } });
  const tombstones = join(environment.DATA_DIR ?? '', 'objects', 'tombstones');
  await waitFor('a tombstone is stored beside the files', () =>
    existsSync(join(tombstones, deleted.user_id)),
  );
  const removed = load.writes[0];
  if (!removed) throw new Error('there are no writes');
  await clientOf(server, removed.owner).deleteFile({ params: { id: removed.file_id } });
  const object = join(environment.DATA_DIR ?? '', 'objects', 'files', removed.owner.user_id);
  const name = `${removed.file_id}.object`;
  await waitFor('its object is removed', () => !readdirSync(object).includes(name));
  await postgres.archiveAll();
  load.expectCrash();
  await postgres.kill();
  await load.stop();
  const before = [...load.writes, ...deletedOwnerLoad.writes].filter(({ at }) => at < timeMs);
  // Writes in progress at the point in time may or may not be restored.
  const after = load.writes.filter(({ startedAt }) => startedAt >= timeMs);
  print(
    `${before.length} writes acknowledged before the point in time, ${after.length} started after it, ${load.refused()} refused, then a crash`,
  );
  return { time, before, after, deleted, removed };
}

async function restore(
  { home, postgres, environment, print }: Product,
  target: RecoveryPoint,
): Promise<void> {
  const { base, archive } = postgres.sizes();
  print(`base backup of ${megabytes(base)} MB, log of ${megabytes(archive)} MB`);
  let startedAt = performance.now();
  await postgres.restoreTo(target.time);
  print(`database restored after ${secondsSince(startedAt)} s`);

  const firstCheck = await runCommand({ environment }, 'check-storage');
  verify(
    'the check finds the reappeared account',
    /1 deleted accounts exist again/.test(firstCheck.output),
  );
  verify('the check finds the missing object', firstCheck.output.includes(target.removed.file_id));
  verify('the check fails', firstCheck.status === 1);

  startedAt = performance.now();
  const replay = await runCommand({ environment }, 'restore', 'deletions');
  verify(
    `the replay deletes one account: ${replay.output}`,
    /; 1 of them existed again/.test(replay.output),
  );
  print(`tombstones replayed in ${secondsSince(startedAt)} s`);
  const again = await runCommand({ environment }, 'restore', 'deletions');
  verify('a second replay finds no account', /; 0 of them existed again/.test(again.output));

  startedAt = performance.now();
  const repaired = await runCommand(
    { environment },
    'check-storage',
    '--repair',
    '--from',
    join(home, 'backups', 'before'),
  );
  verify(`the lost object comes from the backup: ${repaired.output}`, repaired.status === 0);
  const check = await runCommand({ environment }, 'check-storage');
  verify(`the storage is consistent then: ${check.output}`, check.status === 0);
  print(
    `storage checked and repaired in ${secondsSince(startedAt)} s: ${check.output.split('\n')[0]}`,
  );
  const audit = await runCommand({ environment }, 'audit', 'verify');
  verify(
    `the audit log is complete or names the loss by the restore: ${audit.output}`,
    audit.status === 0 || /went with the restore/.test(audit.output),
  );
}

async function verifyRestored(
  { postgres, print }: Product,
  server: BenchServer,
  target: RecoveryPoint,
): Promise<void> {
  const { before, after, deleted } = target;
  const otherWrites = before.filter(({ owner }) => owner !== deleted);
  const lost = await findLost(server, otherWrites);
  verify(`every earlier acknowledged write is there: ${lost.length} lost`, lost.length === 0);
  print(`${otherWrites.length} instructions read and their files opened, 0 lost`);
  const missing = await findLost(server, after);
  print(`${missing.length} of ${after.length} later writes are missing, as expected`);
  verify('later writes are missing', missing.length === after.length);
  const signedIn = await signInAgain(server, deleted).then(
    () => true,
    () => false,
  );
  verify('the deleted owner cannot sign in', !signedIn);
  const rows = postgres.query(`select count(*) from users where id = '${deleted.user_id}'`);
  verify('the deleted account has no row', rows === '0');
}

async function runCommand(
  { environment }: Pick<Product, 'environment'>,
  entry: string,
  ...args: string[]
): Promise<{ status: number | null; output: string }> {
  const { flags, env } = runOptions;
  const built = `apps/server/dist/current/${entry}.js`;
  const child = spawn(process.execPath, [...flags, built, ...args], {
    env: { ...process.env, ...env, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output: output.trim() };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
