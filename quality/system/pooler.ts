import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { call, type Target } from '../bench/call.ts';
import { activate } from '../bench/legacies.ts';
import { onDatabase } from '../bench/on-database.ts';
import { newOwners, type Owner, signInAnew } from '../bench/owners.ts';
import { type BenchServer, startServer } from '../bench/server.ts';
import { attach, nameContacts, pdfOf, writeInstruction } from '../bench/vault.ts';
import { must } from './loopback.ts';
import { type PgBouncer, preparePgBouncer } from './pgbouncer.ts';

type Say = (line: string) => void;

const publicUrl = 'http://zavet.example';
const poolSize = 5;
const ownerCount = 12;
const instructionsEach = 10;
const filesEach = 2;
const downMs = 1_000;
const longestBackMs = 15_000;

/** Two servers with jobs through a real PgBouncer in transaction mode that has five connections. */
export async function pooler(say: Say): Promise<void> {
  const postgres = await startPostgresStandIn();
  const direct = await postgres.newDatabase('pooled');
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-pooler-'));
  const pgbouncer = await preparePgBouncer(direct, poolSize);
  const servers: BenchServer[] = [];
  try {
    await pgbouncer.start();
    say(`${pgbouncer.version}, transaction mode, ${poolSize} connections to the database`);
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
    const { heir, owners } = await walk(servers, say);
    await release(servers, direct, heir, owners, say);
    say(`at most ${await busiest.end()} connections of requests at the database`);
    must(`at most ${poolSize} at once`, (await busiest.end()) <= poolSize);
    must('no job has failed', (await failedJobs(direct)) === 0);
    const troubles = pgbouncer.troubles();
    must(`PgBouncer had no trouble, not ${troubles[0]}`, troubles.length === 0);
    await survivesRestart(servers, pgbouncer, say);
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

/** Everybody at once: each call that is not answered as it should be throws. */
async function walk(servers: BenchServer[], say: Say): Promise<{ heir: Owner; owners: Walked[] }> {
  const [first] = servers as [BenchServer];
  const began = performance.now();
  const [heir, ...people] = await newOwners(first, ownerCount + 1);
  if (!heir) throw new Error('nobody signed up');
  let calls = 0;
  const owners = await Promise.all(
    people.map(async ({ user_id, cookie }, place): Promise<Walked> => {
      const target = { url: servers[place % servers.length]?.url ?? '', cookie };
      const contacts = await nameContacts(target, [heir.email]);
      for (let count = 0; count < instructionsEach; count += 1) {
        const id = await writeInstruction(target, contacts);
        for (let file = 0; file < filesEach; file += 1) await attach(target, id, pdfOf(300_000));
        const read = await readAround(target, id);
        calls += 1 + filesEach + read;
      }
      return { user_id, contact_id: contacts[0] ?? '' };
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  say(`${ownerCount} owners walked with ${calls} calls in ${seconds.toFixed(1)} s, none failed`);
  return { heir, owners };
}

/** Lists, search, dashboard and a download, as screens ask for them. Gives the number of calls. */
async function readAround(target: Target, id: string): Promise<number> {
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

/** The heir activates the protocol of everybody; all letters leave. */
async function release(
  servers: BenchServer[],
  databaseUrl: string,
  heir: Owner,
  owners: Walked[],
  say: Say,
): Promise<void> {
  const [, second] = servers as [BenchServer, BenchServer];
  const ids = owners.map(({ user_id }) => user_id);
  await onDatabase(databaseUrl, (query) =>
    query(`update trusted_contacts set status = 'confirmed' where user_id = any($1)`, [ids]),
  );
  const began = performance.now();
  const { cookie } = await signInAnew(second, heir);
  const target = { url: second.url, cookie };
  await Promise.all(owners.map((owner) => activate(target, publicUrl, heir, owner)));
  for (let tries = 0; (await lettersLeft(databaseUrl)) !== 0; tries += 1) {
    if (tries > 600) throw new Error('letters are still waiting after two minutes');
    await pause(200);
  }
  const seconds = (performance.now() - began) / 1_000;
  say(`${owners.length} protocols activated and their letters sent in ${seconds.toFixed(1)} s`);
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

/** The most connections of requests that the database had at once. */
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

/** A pooler that dies and comes back: everything is answered again, by itself. */
async function survivesRestart(
  servers: BenchServer[],
  pgbouncer: PgBouncer,
  say: Say,
): Promise<void> {
  await pgbouncer.kill();
  const away = await Promise.all(servers.map((server) => server.client().checkSetup()));
  must(
    'the servers say what is away',
    away.every(({ errors }) => errors.includes('database_unreachable')),
  );
  await pause(downMs);
  await pgbouncer.start();
  const began = performance.now();
  for (const server of servers) {
    while ((await server.client().checkSetup()).status !== 'ready') {
      must('they are back in time', performance.now() - began < longestBackMs);
      await pause(100);
    }
  }
  const [owner] = await newOwners(servers[0] as BenchServer, 1);
  const target = { url: servers[1]?.url ?? '', cookie: owner?.cookie ?? '' };
  const contacts = await nameContacts(target, [`${randomUUID()}@example.org`]);
  await writeInstruction(target, contacts);
  const seconds = (performance.now() - began) / 1_000;
  say(`after its restart everything was answered again within ${seconds.toFixed(1)} s`);
}
