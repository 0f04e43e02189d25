import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from '../bench/call.ts';
import { onDatabase } from '../bench/on-database.ts';
import { newEmail, newOwners } from '../bench/owners.ts';
import { type BenchServer, startServer } from '../bench/server.ts';
import { allowStorage, attach, nameContacts, pdfOf, writeInstruction } from '../bench/vault.ts';
import { type Ceph, startCeph } from './ceph.ts';
import { must } from './loopback.ts';

type Say = (line: string) => void;

const root = fileURLToPath(new URL('../..', import.meta.url));
const timeoutSeconds = 3;
const filesEach = 40;
const large = 10 * 1024 * 1024;

/** The product on a real S3 service, Ceph's gateway, which also hangs now and then. */
export async function objectStore(say: Say): Promise<void> {
  let began = performance.now();
  const ceph = await startCeph();
  say(`${ceph.version.split(' (')[0]}: up in ${secondsSince(began)} s`);
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    began = performance.now();
    await ownTests(ceph);
    say(`all tests of the object store passed on it in ${secondsSince(began)} s`);
    const databaseUrl = await postgres.newDatabase('objects');
    server = await startServer(databaseUrl, {
      ...ceph.settings,
      S3_TIMEOUT_SECONDS: String(timeoutSeconds),
      LOG_LEVEL: 'fatal',
    });
    const [owner] = await newOwners(server, 1);
    if (!owner) throw new Error('nobody signed up');
    await allowStorage(databaseUrl, [owner]);
    const target = { url: server.url, cookie: owner.cookie };
    await comesAndGoes(target, ceph, say);
    await hangs(target, ceph, databaseUrl, say);
  } finally {
    await server?.stop();
    await postgres.stop();
    await ceph.remove();
  }
}

/** Those that every object store has to pass: whole, cut, copied, listed in pages of a thousand. */
async function ownTests({ settings }: Ceph): Promise<void> {
  const args = ['run', '--project', 'unit', 'apps/server/src/platform/file-storage/object-store'];
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: root,
    env: { ...process.env, TRIAL_S3: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  must(`the tests of the object store pass\n${output.slice(-4_000)}`, code === 0);
}

/** Files are attached, read and removed, until nothing of them is left. */
async function comesAndGoes(target: Target, ceph: Ceph, say: Say): Promise<void> {
  const before = ceph.countObjects();
  const id = await writeInstruction(target, await nameContacts(target, [newEmail()]));
  const began = performance.now();
  const files: string[] = [];
  for (let file = 0; file < filesEach; file += 1)
    files.push(await attach(target, id, pdfOf(large)));
  const megabytes = (filesEach * large) / 1024 / 1024;
  say(`${filesEach} files of 10 MB stored in ${secondsSince(began)} s (${megabytes} MB)`);
  for (const file of files.slice(0, 5)) {
    const { bytes } = await call(target, endpoints.downloadFile, { params: { id: file } });
    must(`a file comes whole: ${bytes}`, bytes === large);
  }
  await call(target, endpoints.deleteInstruction, { params: { id } });
  await until('all objects are gone', () => ceph.countObjects() <= before);
  say('read whole; removed, and nothing is left in the bucket');
}

/** The gateway stands still with its connections open: nobody waits for ever, nothing is lost. */
async function hangs(target: Target, ceph: Ceph, databaseUrl: string, say: Say): Promise<void> {
  const id = await writeInstruction(target, await nameContacts(target, [newEmail()]));
  const kept = await attach(target, id, pdfOf(large));
  const removed = await attach(target, id, pdfOf(large));
  ceph.hang();
  const began = performance.now();
  const tries = await Promise.all([
    statusOf(attach(target, id, pdfOf(large))),
    statusOf(call(target, endpoints.downloadFile, { params: { id: kept } })),
  ]);
  must(`both are answered with 503, not ${tries}`, tries.join() === '503,503');
  const longest = 4 * timeoutSeconds * 1_000;
  must('and in time', performance.now() - began < longest);
  say(`while it hung, an upload and a download were refused after ${secondsSince(began)} s`);
  await call(target, endpoints.listInstructions, { query: {} });
  await call(target, endpoints.deleteFile, { params: { id: removed } });
  await pause(2 * timeoutSeconds * 1_000);
  must('what could not be removed is still to be removed', (await removalsLeft(databaseUrl)) > 0);
  ceph.goOn();
  const back = performance.now();
  await attach(target, id, pdfOf(large));
  const { bytes } = await call(target, endpoints.downloadFile, { params: { id: kept } });
  must('the file of before comes whole', bytes === large);
  say(`files were taken and given again ${secondsSince(back)} s after it went on`);
  // It would be tried again after some minutes.
  await onDatabase(databaseUrl, (query) => query('update object_removals set due_at = now()'));
  await until('the removal is done', async () => (await removalsLeft(databaseUrl)) === 0);
  say('and the removal that had to wait was done');
}

async function statusOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => '200',
    (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
  );
}

function removalsLeft(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (query) => {
    const [found] = (await query('select count(*)::int as left from object_removals')) as {
      left: number;
    }[];
    return found?.left ?? 0;
  });
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if (await isTrue()) return;
    await pause(1_000);
  }
  throw new Error(`does not hold after two minutes: ${what}`);
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}
