import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from '../bench/call.ts';
import { newEmail, newOwners } from '../bench/owners.ts';
import { type BenchServer, onDatabase, startServer } from '../bench/server.ts';
import { addContacts, allowStorage, attach, createInstruction, pdfOf } from '../bench/vault.ts';
import { type Ceph, startCeph } from './ceph.ts';
import { type Print, secondsSince, until, verify } from './trial.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Of the product for a silent S3 service. */
const timeoutSeconds = 30;
const filesEach = 40;
const large = 10 * 1024 * 1024;

/** The product on Ceph's S3 gateway, which also hangs. */
export async function objectStore(print: Print): Promise<void> {
  let began = performance.now();
  const ceph = await startCeph();
  print(`${ceph.version.split(' (')[0]}: up in ${secondsSince(began)} s`);
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    began = performance.now();
    await ownTests(ceph);
    print(`all tests of the object store passed on it in ${secondsSince(began)} s`);
    const databaseUrl = await postgres.newDatabase('objects');
    server = await startServer(databaseUrl, {
      ...ceph.settings,
      LOG_LEVEL: 'fatal',
    });
    const [owner] = await newOwners(server, 1);
    if (!owner) throw new Error('no account was created');
    await allowStorage(databaseUrl, [owner]);
    const target = { url: server.url, cookie: owner.cookie };
    await storesAndRemoves(target, ceph, print);
    await hangs(target, ceph, databaseUrl, print);
  } finally {
    await server?.stop();
    await postgres.stop();
    await ceph.remove();
  }
}

/** The tests of every object store: whole, cut, copied, listed in pages of a thousand. */
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
  verify(`the tests of the object store pass\n${output.slice(-4_000)}`, code === 0);
}

/** Files are attached, read and removed, until the bucket is empty again. */
async function storesAndRemoves(target: Target, ceph: Ceph, print: Print): Promise<void> {
  const before = ceph.countObjects();
  const id = await createInstruction(target, await addContacts(target, [newEmail()]));
  const began = performance.now();
  const files: string[] = [];
  for (let file = 0; file < filesEach; file += 1)
    files.push(await attach(target, id, pdfOf(large)));
  const megabytes = (filesEach * large) / 1024 / 1024;
  print(`${filesEach} files of 10 MB stored in ${secondsSince(began)} s (${megabytes} MB)`);
  for (const file of files.slice(0, 5)) {
    const { bytes } = await call(target, endpoints.downloadFile, { params: { id: file } });
    verify(`a file is complete: ${bytes} bytes`, bytes === large);
  }
  await call(target, endpoints.deleteInstruction, { params: { id } });
  await until('all objects are gone', () => ceph.countObjects() <= before);
  print('files read completely and removed; the bucket is empty again');
}

/** The gateway hangs with open connections: calls time out and nothing is lost. */
async function hangs(target: Target, ceph: Ceph, databaseUrl: string, print: Print): Promise<void> {
  const id = await createInstruction(target, await addContacts(target, [newEmail()]));
  const kept = await attach(target, id, pdfOf(large));
  const removed = await attach(target, id, pdfOf(large));
  ceph.hang();
  const began = performance.now();
  const tries = await Promise.all([
    statusOf(attach(target, id, pdfOf(large))),
    statusOf(call(target, endpoints.downloadFile, { params: { id: kept } })),
  ]);
  verify(`both calls are answered with 503, not ${tries}`, tries.join() === '503,503');
  const longest = 4 * timeoutSeconds * 1_000;
  verify('both calls are answered in time', performance.now() - began < longest);
  print(
    `while the gateway hung, an upload and a download were refused after ${secondsSince(began)} s`,
  );
  await call(target, endpoints.listInstructions, { query: {} });
  await call(target, endpoints.deleteFile, { params: { id: removed } });
  await pause(2 * timeoutSeconds * 1_000);
  verify('a failed removal is still scheduled', (await removalsLeft(databaseUrl)) > 0);
  ceph.resume();
  const back = performance.now();
  await attach(target, id, pdfOf(large));
  const { bytes } = await call(target, endpoints.downloadFile, { params: { id: kept } });
  verify('an older file is complete', bytes === large);
  print(`uploads and downloads worked again after ${secondsSince(back)} s`);
  // The next attempt would be minutes later.
  await onDatabase(databaseUrl, (query) => query('update object_removals set due_at = now()'));
  await until('the scheduled removal is done', async () => (await removalsLeft(databaseUrl)) === 0);
  print('the scheduled removal was done');
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
