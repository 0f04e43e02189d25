import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from '../bench/call.ts';
import { activate } from '../bench/legacies.ts';
import { newOwners, type Owner, signInAgain } from '../bench/owners.ts';
import { type BenchServer, onDatabase, startServer } from '../bench/server.ts';
import { addContacts, attach, createInstruction, pdfOf } from '../bench/vault.ts';
import { type PgBouncer, preparePgBouncer } from './pgbouncer.ts';
import { type Print, verify } from './trial.ts';

const publicUrl = 'http://zavet.example';
const poolSize = 5;
const ownerCount = 12;
const instructionsEach = 10;
const filesEach = 2;
const downMs = 1_000;
const recoveryLimitMs = 15_000;

/** Two servers with jobs behind PgBouncer in transaction mode with five connections. */
export async function pooler(print: Print): Promise<void> {
  const postgres = await startPostgresStandIn();
  const direct = await postgres.newDatabase('pooled');
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-pooler-'));
  const pgbouncer = await preparePgBouncer(direct, poolSize);
  const servers: BenchServer[] = [];
  try {
    await pgbouncer.start();
    print(`${pgbouncer.version}, transaction mode, ${poolSize} connections to the database`);
    const environment = {
      DATABASE_DIRECT_URL: direct,
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: 'error',
    };
    for (let server = 0; server < 2; server += 1) {
      servers.push(await startServer(pgbouncer.url, environment));
    }
    const connectionWatch = watchConnections(direct);
    const { heir, owners } = await runOwners(servers, print);
    await releaseLetters(servers, direct, heir, owners, print);
    print(`at most ${await connectionWatch.end()} connections of requests at the database`);
    verify(
      `at most ${poolSize} simultaneous connections`,
      (await connectionWatch.end()) <= poolSize,
    );
    verify('no job has failed', (await countFailedJobs(direct)) === 0);
    const problems = pgbouncer.problems();
    verify(`PgBouncer logged no problem, not ${problems[0]}`, problems.length === 0);
    await checkPoolerRestart(servers, pgbouncer, print);
  } finally {
    for (const server of servers) await server.stop();
    await pgbouncer.remove();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface ActiveOwner {
  user_id: string;
  contact_id: string;
}

/** All owners write and read concurrently; any failed call throws. */
async function runOwners(
  servers: BenchServer[],
  print: Print,
): Promise<{ heir: Owner; owners: ActiveOwner[] }> {
  const [first] = servers as [BenchServer];
  const startedAt = performance.now();
  const [heir, ...people] = await newOwners(first, ownerCount + 1);
  if (!heir) throw new Error('no account was created');
  let calls = 0;
  const owners = await Promise.all(
    people.map(async ({ user_id, cookie }, place): Promise<ActiveOwner> => {
      const target = { url: servers[place % servers.length]?.url ?? '', cookie };
      const contacts = await addContacts(target, [heir.email]);
      for (let count = 0; count < instructionsEach; count += 1) {
        const id = await createInstruction(target, contacts);
        for (let file = 0; file < filesEach; file += 1) await attach(target, id, pdfOf(300_000));
        const read = await readScreens(target, id);
        calls += 1 + filesEach + read;
      }
      return { user_id, contact_id: contacts[0] ?? '' };
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`${ownerCount} owners made ${calls} calls in ${seconds.toFixed(1)} s, none failed`);
  return { heir, owners };
}

/** Makes the calls of several screens; returns the number of calls. */
async function readScreens(target: Target, id: string): Promise<number> {
  const calls = [
    call(target, endpoints.listInstructions, { query: {} }),
    call(target, endpoints.getInstruction, { params: { id } }),
    call(target, endpoints.getDashboard, {}),
    call(target, endpoints.listContacts, {}),
    call(target, endpoints.getStorage, {}),
    call(target, endpoints.getPlan, {}),
    call(target, endpoints.searchInstructions, { body: { query: 'завещание' } }),
  ];
  await Promise.all(calls);
  return calls.length;
}

/** The heir activates all protocols, and all letters are sent. */
async function releaseLetters(
  servers: BenchServer[],
  databaseUrl: string,
  heir: Owner,
  owners: ActiveOwner[],
  print: Print,
): Promise<void> {
  const [, second] = servers as [BenchServer, BenchServer];
  const ids = owners.map(({ user_id }) => user_id);
  await onDatabase(databaseUrl, (query) =>
    query(`update trusted_contacts set status = 'confirmed' where user_id = any($1)`, [ids]),
  );
  const startedAt = performance.now();
  const { cookie } = await signInAgain(second, heir);
  const target = { url: second.url, cookie };
  await Promise.all(owners.map((owner) => activate(target, publicUrl, heir, owner)));
  for (let tries = 0; (await countUnsentLetters(databaseUrl)) !== 0; tries += 1) {
    if (tries > 600) throw new Error('letters are still queued after two minutes');
    await pause(200);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`${owners.length} protocols activated and their letters sent in ${seconds.toFixed(1)} s`);
}

function countUnsentLetters(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (query) => {
    const [found] = (await query(
      `select count(*) filter (where status = 'sent')::int as sent, count(*)::int as all
       from instructions`,
      [],
    )) as { sent: number; all: number }[];
    return found && found.all === ownerCount * instructionsEach ? found.all - found.sent : 1;
  });
}

function countFailedJobs(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (query) => {
    const [found] = (await query(
      `select count(*)::int as failed from pgboss.job where state in ('failed', 'retry')`,
      [],
    )) as { failed: number }[];
    return found?.failed ?? 0;
  });
}

/** Measures the maximum of simultaneous connections for requests. */
function watchConnections(databaseUrl: string): { end(): Promise<number> } {
  const stopping = new AbortController();
  let maximum = 0;
  const watching = onDatabase(databaseUrl, async (query) => {
    while (!stopping.signal.aborted) {
      const [found] = (await query(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and application_name = 'zavet-pooled'`,
        [],
      )) as { open: number }[];
      maximum = Math.max(maximum, found?.open ?? 0);
      await pause(50);
    }
  });
  return {
    end: async () => {
      stopping.abort();
      await watching;
      return maximum;
    },
  };
}

/** The pooler crashes and restarts; the servers recover automatically. */
async function checkPoolerRestart(
  servers: BenchServer[],
  pgbouncer: PgBouncer,
  print: Print,
): Promise<void> {
  await pgbouncer.kill();
  const setups = await Promise.all(servers.map((server) => server.client().checkSetup()));
  verify(
    'the servers report the missing database',
    setups.every(({ errors }) => errors.includes('database_unreachable')),
  );
  await pause(downMs);
  await pgbouncer.start();
  const startedAt = performance.now();
  for (const server of servers) {
    while ((await server.client().checkSetup()).status !== 'ready') {
      verify('the servers recover in time', performance.now() - startedAt < recoveryLimitMs);
      await pause(100);
    }
  }
  const [owner] = await newOwners(servers[0] as BenchServer, 1);
  const target = { url: servers[1]?.url ?? '', cookie: owner?.cookie ?? '' };
  const contacts = await addContacts(target, [`${randomUUID()}@example.org`]);
  await createInstruction(target, contacts);
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`all calls were answered again within ${seconds.toFixed(1)} s`);
}
