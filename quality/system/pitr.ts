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
import { type Print, retryRefused, secondsSince, until, verify } from './trial.ts';

const writers = 8;
const loadMs = 8_000;

/**
 * The built product on Debian's PostgreSQL with a WAL archive: base backup under load, more load, a
 * deleted account and file, a crash, and a restore to a point in time.
 */
export async function pitr(print: Print): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'zavet-pitr-home-'));
  const postgres = await preparePostgres();
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(home, 'data') };
  const product = { home, postgres, environment, print };
  let server: BenchServer | undefined;
  try {
    server = await start(product);
    const target = await live(product, server);
    await server.stop();
    await restore(product, target);
    server = await start(product);
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

const start = ({ environment }: Product) => startServer(environment.DATABASE_URL, environment);

interface RecoveryPoint {
  time: string;
  before: Write[];
  after: Write[];
  deleted: Owner;
  /** Of an owner who stays; the object was removed after the point in time. */
  removed: Write;
}

async function live(
  { home, postgres, environment, print }: Product,
  server: BenchServer,
): Promise<RecoveryPoint> {
  const owners = await retryRefused(() => newOwners(server, writers + 1));
  const [deleted, ...others] = owners as [Owner, ...Owner[]];
  const load = startWriting(server, others);
  const ofDeleted = startWriting(server, [deleted]);
  await pause(loadMs / 2);
  await ofDeleted.stop();
  const began = performance.now();
  await postgres.baseBackup();
  print(`base backup under load in ${secondsSince(began)} s`);
  await pause(loadMs);
  const backup = await run({ environment }, 'backup', join(home, 'backups', 'before'));
  verify('a backup of the files succeeds under load', backup.status === 0);
  const time = postgres.query('select clock_timestamp()');
  const timeMs = Number(postgres.query(`select extract(epoch from timestamptz '${time}') * 1000`));
  await pause(loadMs / 2);

  const client = clientOf(server, await signInAgain(server, deleted));
  await client.deleteAccount({ body: { confirmation_word: 'DELETE', current_password: password } });
  const tombstones = join(environment.DATA_DIR ?? '', 'objects', 'tombstones');
  await until('a tombstone is stored beside the files', () =>
    existsSync(join(tombstones, deleted.user_id)),
  );
  const removed = load.writes[0];
  if (!removed) throw new Error('there are no writes');
  await clientOf(server, removed.owner).deleteFile({ params: { id: removed.file_id } });
  const object = join(environment.DATA_DIR ?? '', 'objects', 'files', removed.owner.user_id);
  const name = `${removed.file_id}.object`;
  await until('its object is removed', () => !readdirSync(object).includes(name));
  await postgres.archiveAll();
  load.expectCrash();
  await postgres.kill();
  await load.stop();
  const before = [...load.writes, ...ofDeleted.writes].filter(({ at }) => at < timeMs);
  // Writes in progress at that moment may or may not be restored.
  const after = load.writes.filter(({ startedAt }) => startedAt >= timeMs);
  print(
    `${before.length} writes acknowledged before the point in time, ${after.length} begun after it, ${load.refused()} refused, then a crash`,
  );
  return { time, before, after, deleted, removed };
}

async function restore(
  { home, postgres, environment, print }: Product,
  target: RecoveryPoint,
): Promise<void> {
  const { base, archive } = postgres.sizes();
  print(`base backup of ${megabytes(base)} MB, log of ${megabytes(archive)} MB`);
  let began = performance.now();
  await postgres.restoreTo(target.time);
  print(`database restored after ${secondsSince(began)} s`);

  const first = await run({ environment }, 'check-storage');
  verify(
    'the check finds the reappeared account',
    /1 accounts that were deleted are there/.test(first.output),
  );
  verify('the check finds the missing object', first.output.includes(target.removed.file_id));
  verify('the check fails', first.status === 1);

  began = performance.now();
  const replay = await run({ environment }, 'restore', 'deletions');
  verify(
    `the replay deletes one account: ${replay.output}`,
    /1 of them had come back/.test(replay.output),
  );
  print(`tombstones replayed in ${secondsSince(began)} s`);
  const again = await run({ environment }, 'restore', 'deletions');
  verify('a second replay finds no account', /0 of them had/.test(again.output));

  began = performance.now();
  const repaired = await run(
    { environment },
    'check-storage',
    '--repair',
    '--from',
    join(home, 'backups', 'before'),
  );
  verify(`the lost object comes from the backup: ${repaired.output}`, repaired.status === 0);
  const check = await run({ environment }, 'check-storage');
  verify(`the storage is consistent then: ${check.output}`, check.status === 0);
  print(`storage checked and repaired in ${secondsSince(began)} s: ${check.output.split('\n')[0]}`);
  const audit = await run({ environment }, 'audit', 'verify');
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
  const ofOthers = before.filter(({ owner }) => owner !== deleted);
  const lost = await findLost(server, ofOthers);
  verify(`every earlier acknowledged write is there: ${lost.length} lost`, lost.length === 0);
  print(`${ofOthers.length} instructions read and their files opened, 0 lost`);
  const gone = await findLost(server, after);
  print(`${gone.length} of ${after.length} later writes are gone, as expected`);
  verify('later writes are gone', gone.length === after.length);
  const signedIn = await signInAgain(server, deleted).then(
    () => true,
    () => false,
  );
  verify('the deleted owner cannot sign in', !signedIn);
  const rows = postgres.query(`select count(*) from users where id = '${deleted.user_id}'`);
  verify('the deleted account is gone', rows === '0');
}

/** Runs a built command. */
async function run(
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
