import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { newOwners, type Owner, password, signInAnew } from '../bench/owners.ts';
import { type BenchServer, startServer } from '../bench/server.ts';
import { must } from './loopback.ts';
import { clientOf, findLost, startWriting, type Write } from './pitr-load.ts';
import { type ArchivedPostgres, preparePostgres } from './pitr-postgres.ts';

type Say = (line: string) => void;

const writers = 8;
const loadMs = 8_000;

/**
 * The built product on Debian's PostgreSQL with an archive of its log: a base backup under load, a
 * moment, more load, a deleted account and a deleted file, a crash, and the way back to the moment.
 */
export async function pitr(say: Say): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'zavet-pitr-home-'));
  const postgres = await preparePostgres();
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(home, 'data') };
  const product = { home, postgres, environment, say };
  let server: BenchServer | undefined;
  try {
    server = await start(product);
    const past = await live(product, server);
    await server.stop();
    await comeBack(product, past);
    server = await start(product);
    await proveAll(product, server, past);
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
  say: Say;
}

const start = ({ environment }: Product) => startServer(environment.DATABASE_URL, environment);

interface Past {
  moment: string;
  before: Write[];
  after: Write[];
  deleted: Owner;
  /** Of an owner who stays; its object went after the moment. */
  removed: Write;
}

async function live(
  { home, postgres, environment, say }: Product,
  server: BenchServer,
): Promise<Past> {
  const owners = await patiently(() => newOwners(server, writers + 1));
  const [deleted, ...others] = owners as [Owner, ...Owner[]];
  const load = startWriting(server, others);
  const ofDeleted = startWriting(server, [deleted]);
  await pause(loadMs / 2);
  await ofDeleted.stop();
  const began = performance.now();
  await postgres.baseBackup();
  say(`base backup under load in ${secondsSince(began)} s`);
  await pause(loadMs);
  const backup = await run({ environment }, 'backup', join(home, 'backups', 'before'));
  must('a backup of the files is made under load', backup.status === 0);
  const moment = postgres.query('select clock_timestamp()');
  const momentMs = Number(
    postgres.query(`select extract(epoch from timestamptz '${moment}') * 1000`),
  );
  await pause(loadMs / 2);

  const client = clientOf(server, await signInAnew(server, deleted));
  await client.deleteAccount({ body: { confirmation_word: 'DELETE', current_password: password } });
  const tombstones = join(environment.DATA_DIR ?? '', 'objects', 'tombstones');
  await until('a tombstone lies beside the files', () =>
    existsSync(join(tombstones, deleted.user_id)),
  );
  const removed = load.writes[0];
  if (!removed) throw new Error('nothing was written');
  await clientOf(server, removed.owner).deleteFile({ params: { id: removed.file_id } });
  const object = join(environment.DATA_DIR ?? '', 'objects', 'files', removed.owner.user_id);
  const name = `${removed.file_id}.object`;
  await until('its object is removed', () => !readdirSync(object).includes(name));
  await postgres.archiveAll();
  load.expectCrash();
  await postgres.kill();
  await load.stop();
  const before = [...load.writes, ...ofDeleted.writes].filter(({ at }) => at < momentMs);
  // What was under way at that moment may be there or not.
  const after = load.writes.filter(({ begunAt }) => begunAt >= momentMs);
  say(
    `${before.length} writes acknowledged before the moment, ${after.length} begun after it, ${load.refused()} refused, then a crash`,
  );
  return { moment, before, after, deleted, removed };
}

async function comeBack({ home, postgres, environment, say }: Product, past: Past): Promise<void> {
  const { base, archive } = postgres.sizes();
  say(`base backup of ${megabytes(base)} MB, log of ${megabytes(archive)} MB`);
  let began = performance.now();
  await postgres.restoreTo(past.moment);
  say(`database at the moment after ${secondsSince(began)} s`);

  const first = await run({ environment }, 'check-storage');
  must(
    'the check finds who came back',
    /1 accounts that were deleted are there/.test(first.output),
  );
  must('and the object that is gone', first.output.includes(past.removed.file_id));
  must('and fails for it', first.status === 1);

  began = performance.now();
  const replay = await run({ environment }, 'tombstones', 'replay');
  must(
    `the replay deletes one account: ${replay.output}`,
    /1 of them had come back/.test(replay.output),
  );
  say(`tombstones replayed in ${secondsSince(began)} s`);
  const again = await run({ environment }, 'tombstones', 'replay');
  must('a second replay finds nobody', /0 of them had/.test(again.output));

  began = performance.now();
  const repaired = await run(
    { environment },
    'check-storage',
    '--repair',
    '--from',
    join(home, 'backups', 'before'),
  );
  must(`the lost object comes from the backup: ${repaired.output}`, repaired.status === 0);
  const check = await run({ environment }, 'check-storage');
  must(`then everything is as it should be: ${check.output}`, check.status === 0);
  say(`storage checked and repaired in ${secondsSince(began)} s: ${check.output.split('\n')[0]}`);
  const audit = await run({ environment }, 'audit', 'verify');
  must(
    `the audit log is whole, or says what the restore lost: ${audit.output}`,
    audit.status === 0 || /went with the restore/.test(audit.output),
  );
}

async function proveAll(
  { postgres, say }: Product,
  server: BenchServer,
  past: Past,
): Promise<void> {
  const { before, after, deleted } = past;
  const ofOthers = before.filter(({ owner }) => owner !== deleted);
  const lost = await findLost(server, ofOthers);
  must(
    `every write acknowledged before the moment is there: ${lost.length} lost`,
    lost.length === 0,
  );
  say(`${ofOthers.length} instructions read and their files opened, 0 lost`);
  const gone = await findLost(server, after);
  say(`${gone.length} of ${after.length} writes after the moment are gone, as they should be`);
  must('what was written after the moment is gone', gone.length === after.length);
  const signedIn = await signInAnew(server, deleted).then(
    () => true,
    () => false,
  );
  must('who was deleted cannot sign in', !signedIn);
  const rows = postgres.query(`select count(*) from users where id = '${deleted.user_id}'`);
  must('nobody deleted lives', rows === '0');
}

/** Runs a built command to its end. */
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

/** On a busy machine the server answers before its queue of jobs is open. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 30 || !(error instanceof ApiError)) throw error;
      await pause(1_000);
    }
  }
}

async function until(what: string, isThere: () => boolean): Promise<void> {
  for (let tries = 0; !isThere(); tries += 1) {
    if (tries === 600) throw new Error(`waited too long: ${what}`);
    await pause(100);
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}
