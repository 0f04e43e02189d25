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
import { type Print, secondsSince, verify, waitFor } from './trial.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The product's timeout for an unresponsive S3 service. */
const timeoutSeconds = 30;
const filesEach = 40;
const largeFileBytes = 10 * 1024 * 1024;

/** The product on Ceph's S3 gateway, which hangs for a while. */
export async function objectStore(print: Print): Promise<void> {
  let startedAt = performance.now();
  const ceph = await startCeph();
  print(`${ceph.version.split(' (')[0]}: up in ${secondsSince(startedAt)} s`);
  const postgres = await startPostgresStandIn();
  let server: BenchServer | undefined;
  try {
    startedAt = performance.now();
    await runStoreTests(ceph);
    print(`all tests of the object store passed on it in ${secondsSince(startedAt)} s`);
    const databaseUrl = await postgres.newDatabase('objects');
    server = await startServer(databaseUrl, {
      ...ceph.settings,
      LOG_LEVEL: 'fatal',
    });
    const [owner] = await newOwners(server, 1);
    if (!owner) throw new Error('no account was created');
    await allowStorage(databaseUrl, [owner]);
    const target = { url: server.url, cookie: owner.cookie };
    await checkStoringAndRemoving(target, ceph, print);
    await checkHangingGateway(target, ceph, databaseUrl, print);
  } finally {
    await server?.stop();
    await postgres.stop();
    await ceph.remove();
  }
}

/** Runs the tests that every object store must pass. */
async function runStoreTests({ settings }: Ceph): Promise<void> {
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

/** Attaches, reads and removes files, until the bucket is empty again. */
async function checkStoringAndRemoving(target: Target, ceph: Ceph, print: Print): Promise<void> {
  const before = ceph.countObjects();
  const id = await createInstruction(target, await addContacts(target, [newEmail()]));
  const startedAt = performance.now();
  const files: string[] = [];
  for (let file = 0; file < filesEach; file += 1)
    files.push(await attach(target, id, pdfOf(largeFileBytes)));
  const megabytes = (filesEach * largeFileBytes) / 1024 / 1024;
  print(`${filesEach} files of 10 MB stored in ${secondsSince(startedAt)} s (${megabytes} MB)`);
  for (const file of files.slice(0, 5)) {
    const { bytes } = await call(target, endpoints.downloadFile, { params: { id: file } });
    verify(`a file is complete: ${bytes} bytes`, bytes === largeFileBytes);
  }
  await call(target, endpoints.deleteInstruction, { params: { id } });
  await waitFor('all objects are removed', () => ceph.countObjects() <= before);
  print('files read completely and removed; the bucket is empty again');
}

/** The gateway hangs with open connections: calls time out, and no file is lost. */
async function checkHangingGateway(
  target: Target,
  ceph: Ceph,
  databaseUrl: string,
  print: Print,
): Promise<void> {
  const id = await createInstruction(target, await addContacts(target, [newEmail()]));
  const kept = await attach(target, id, pdfOf(largeFileBytes));
  const removed = await attach(target, id, pdfOf(largeFileBytes));
  ceph.hang();
  const startedAt = performance.now();
  const tries = await Promise.all([
    statusOf(attach(target, id, pdfOf(largeFileBytes))),
    statusOf(call(target, endpoints.downloadFile, { params: { id: kept } })),
  ]);
  verify(`both calls are answered with 503, not ${tries}`, tries.join() === '503,503');
  const longest = 4 * timeoutSeconds * 1_000;
  verify('both calls are answered in time', performance.now() - startedAt < longest);
  print(
    `while the gateway hung, an upload and a download were refused after ${secondsSince(startedAt)} s`,
  );
  await call(target, endpoints.listInstructions, { query: {} });
  await call(target, endpoints.deleteFile, { params: { id: removed } });
  await pause(2 * timeoutSeconds * 1_000);
  verify('a failed removal is still scheduled', (await countRemovals(databaseUrl)) > 0);
  ceph.resume();
  const resumedAt = performance.now();
  await attach(target, id, pdfOf(largeFileBytes));
  const { bytes } = await call(target, endpoints.downloadFile, { params: { id: kept } });
  verify('an older file is complete', bytes === largeFileBytes);
  print(`uploads and downloads worked again after ${secondsSince(resumedAt)} s`);
  // Skips the backoff of minutes.
  await onDatabase(databaseUrl, (query) => query('update object_removals set due_at = now()'));
  await waitFor(
    'the scheduled removal is done',
    async () => (await countRemovals(databaseUrl)) === 0,
  );
  print('the scheduled removal was done');
}

async function statusOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => '200',
    (error: Error) => /: (\d{3}) /.exec(error.message)?.[1] ?? error.message,
  );
}

function countRemovals(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (query) => {
    const [found] = (await query('select count(*)::int as left from object_removals')) as {
      left: number;
    }[];
    return found?.left ?? 0;
  });
}
