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

/** Two servers with jobs through PgBouncer in transaction mode with five connections. */
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
    const busiest = watchConnections(direct);
    const { heir, owners } = await walk(servers, print);
    await release(servers, direct, heir, owners, print);
    print(`at most ${await busiest.end()} connections of requests at the database`);
    verify(`at most ${poolSize} simultaneous connections`, (await busiest.end()) <= poolSize);
    verify('no job has failed', (await failedJobs(direct)) === 0);
    const problems = pgbouncer.problems();
    verify(`PgBouncer logged no problem, not ${problems[0]}`, problems.length === 0);
    await survivesRestart(servers, pgbouncer, print);
  } finally {
    for (const server of servers) await server.stop();
    await pgbouncer.remove();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Walked {
  user_id: string;
  contact_id: string;
}

/** All owners concurrently; every failed call throws. */
async function walk(
  servers: BenchServer[],
  print: Print,
): Promise<{ heir: Owner; owners: Walked[] }> {
  const [first] = servers as [BenchServer];
  const began = performance.now();
  const [heir, ...people] = await newOwners(first, ownerCount + 1);
  if (!heir) throw new Error('no account was created');
  let calls = 0;
  const owners = await Promise.all(
    people.map(async ({ user_id, cookie }, place): Promise<Walked> => {
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
  const seconds = (performance.now() - began) / 1_000;
  print(`${ownerCount} owners made ${calls} calls in ${seconds.toFixed(1)} s, none failed`);
  return { heir, owners };
}

/** The calls of several screens. Returns their number. */
async function readScreens(target: Target, id: string): Promise<number> {
  const questions = [
    call(target, endpoints.listInstructions, { query: {} }),
    call(target, endpoints.getInstruction, { params: { id } }),
    call(target, endpoints.getDashboard, {}),
    call(target, endpoints.listContacts, {}),
    call(target, endpoints.getStorage, {}),
    call(target, endpoints.getPlan, {}),
    call(target, endpoints.searchInstructions, { body: { query: 'завещание' } }),
  ];
  await Promise.all(questions);
  return questions.length;
}

/** The heir activates all protocols; all letters are sent. */
async function release(
  servers: BenchServer[],
  databaseUrl: string,
  heir: Owner,
  owners: Walked[],
  print: Print,
): Promise<void> {
  const [, second] = servers as [BenchServer, BenchServer];
  const ids = owners.map(({ user_id }) => user_id);
  await onDatabase(databaseUrl, (query) =>
    query(`update trusted_contacts set status = 'confirmed' where user_id = any($1)`, [ids]),
  );
  const began = performance.now();
  const { cookie } = await signInAgain(second, heir);
  const target = { url: second.url, cookie };
  await Promise.all(owners.map((owner) => activate(target, publicUrl, heir, owner)));
  for (let tries = 0; (await lettersLeft(databaseUrl)) !== 0; tries += 1) {
    if (tries > 600) throw new Error('letters are still queued after two minutes');
    await pause(200);
  }
  const seconds = (performance.now() - began) / 1_000;
  print(`${owners.length} protocols activated and their letters sent in ${seconds.toFixed(1)} s`);
}

function lettersLeft(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (query) => {
    const [found] = (await query(
      `select count(*) filter (where status = 'sent')::int as sent, count(*)::int as all
       from instructions`,
      [],
    )) as { sent: number; all: number }[];
    return found && found.all === ownerCount * instructionsEach ? found.all - found.sent : 1;
  });
}

function failedJobs(databaseUrl: string): Promise<number> {
  return onDatabase(databaseUrl, async (query) => {
    const [found] = (await query(
      `select count(*)::int as failed from pgboss.job where state in ('failed', 'retry')`,
      [],
    )) as { failed: number }[];
    return found?.failed ?? 0;
  });
}

/** The maximum of simultaneous connections for requests. */
function watchConnections(databaseUrl: string): { end(): Promise<number> } {
  const over = new AbortController();
  let most = 0;
  const watching = onDatabase(databaseUrl, async (query) => {
    while (!over.signal.aborted) {
      const [found] = (await query(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and application_name = 'zavet-pooled'`,
        [],
      )) as { open: number }[];
      most = Math.max(most, found?.open ?? 0);
      await pause(50);
    }
  });
  return {
    end: async () => {
      over.abort();
      await watching;
      return most;
    },
  };
}

/** The pooler dies and comes back; the servers recover by themselves. */
async function survivesRestart(
  servers: BenchServer[],
  pgbouncer: PgBouncer,
  print: Print,
): Promise<void> {
  await pgbouncer.kill();
  const away = await Promise.all(servers.map((server) => server.client().checkSetup()));
  verify(
    'the servers report the missing database',
    away.every(({ errors }) => errors.includes('database_unreachable')),
  );
  await pause(downMs);
  await pgbouncer.start();
  const began = performance.now();
  for (const server of servers) {
    while ((await server.client().checkSetup()).status !== 'ready') {
      verify('the servers recover in time', performance.now() - began < recoveryLimitMs);
      await pause(100);
    }
  }
  const [owner] = await newOwners(servers[0] as BenchServer, 1);
  const target = { url: servers[1]?.url ?? '', cookie: owner?.cookie ?? '' };
  const contacts = await addContacts(target, [`${randomUUID()}@example.org`]);
  await createInstruction(target, contacts);
  const seconds = (performance.now() - began) / 1_000;
  print(`all calls were answered again within ${seconds.toFixed(1)} s`);
}
