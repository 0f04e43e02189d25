import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresForCommands } from '../../src/platform/database/open-database.ts';
import { createBrowser } from '../browser.ts';
import { runHere } from '../machine.ts';
import { newAddress, signUpBody, strongPassword } from '../people.ts';
import {
  launchProcess,
  runToEnd,
  type ServerProcess,
  startReadyServer,
  startWorkerProcess,
} from '../server-process.ts';
import { emptyDatabaseUrl, freshDatabaseUrl, newDataDir } from '../test-database.ts';
import { createTestMailbox } from '../test-mailbox.ts';
import { startTestProduct } from '../test-product.ts';

let env: Record<string, string>;
const running: Pick<ServerProcess, 'end'>[] = [];

beforeEach(async () => {
  env = {
    DATABASE_URL: await freshDatabaseUrl(),
    DATA_DIR: newDataDir(),
    TRUSTED_PROXIES: '127.0.0.1,::1',
  };
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.end('SIGKILL')));
  rmSync(env.DATA_DIR ?? '', { recursive: true, force: true });
});

async function start(extra: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startReadyServer({ ...env, ...extra });
  running.push(server);
  return server;
}

/** Retries, because the check may time out on a busy machine. */
function waitUntilReady({ url }: { url: string }): Promise<void> {
  return vi.waitFor(async () =>
    expect(await createBrowser(url).checkSetup()).toMatchObject({ status: 'ready' }),
  );
}

describe('a server process', () => {
  it('loses no acknowledged sign-up when it is killed', async () => {
    const acknowledged: string[] = [];
    await signUpUntilKilled(await start(), acknowledged, 2);
    await ageHeartbeats();
    const server = await start();
    await makeRetriesDue();
    const mailbox = createTestMailbox(server.url, 60_000);
    expect(acknowledged.length).toBeGreaterThanOrEqual(2);
    for (const email of acknowledged) {
      const browser = createBrowser(server.url);
      const mail = await mailbox.latest(email);
      await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
      const { session } = await browser.signIn({ body: { email, password: strongPassword } });
      expect(session?.user.email).toBe(email);
    }
  });
});

it('an unusable data folder is refused with a reason', async () => {
  const { DATABASE_URL: _, ...embedded } = env;
  const broken = { ...embedded, DATA_DIR: '/dev/null/data' };
  const { code, output } = await runHere('operator', broken, ['list']);
  expect(code).toBe(78);
  expect(output).toBe('DATA_DIR must be the path of a folder.\n');
});

/**
 * Signs up people until enough sign-ups are acknowledged, then kills the server during the next
 * ones.
 */
async function signUpUntilKilled(
  server: ServerProcess,
  acknowledged: string[],
  killAfter: number,
): Promise<void> {
  let count = 0;
  let kill = () => {};
  const killed = new Promise<void>((resolve) => {
    kill = () => resolve(server.end('SIGKILL').then(() => undefined));
  });
  const person = async () => {
    while (true) {
      const email = newAddress();
      const answer = await createBrowser(server.url)
        .signUp({ body: signUpBody(email) })
        .catch(() => undefined);
      if (!answer) return;
      acknowledged.push(email);
      count += 1;
      if (count === killAfter) kill();
    }
  };
  await Promise.all([person(), person()]);
  await killed;
}

/** Backdates heartbeats, by which the queue detects jobs of a killed process. */
async function ageHeartbeats(): Promise<void> {
  const database = openPostgresForCommands(env.DATABASE_URL ?? '');
  await database.rows(sql`
    update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`);
  await database.close();
}

/** Keeps making delayed jobs due until every mail is sent. */
async function makeRetriesDue(): Promise<void> {
  const database = openPostgresForCommands(env.DATABASE_URL ?? '');
  await vi.waitFor(
    async () => {
      await database.rows(sql`
        update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`);
      const open = await database.rows(sql`
        select 1 from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`);
      expect(open).toEqual([]);
    },
    { interval: 300 },
  );
  await database.close();
}

describe('several processes on one database', () => {
  it('can start simultaneously on an empty database', async () => {
    const empty = { ...env, DATABASE_URL: await emptyDatabaseUrl() };
    const products = await Promise.all([startTestProduct(empty), startTestProduct(empty)]);
    for (const product of products) await waitUntilReady(product);
    for (const product of products) await product.stop();
  });

  it('exit with a reason when the database does not exist', async () => {
    const missingDatabase = (env.DATABASE_URL ?? '').replace(/\/test_\w+$/, '/not_there');
    const { code, output } = await runToEnd('serve', { ...env, DATABASE_URL: missingDatabase });
    expect(code).toBe(78);
    expect(output).toBe('DATABASE_URL must name a database that exists.\n');
  });

  it('stop on SIGTERM while waiting for the database', async () => {
    const unreachable = {
      ...env,
      DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none',
      LOG_LEVEL: 'info',
    };
    const worker = launchProcess('worker', unreachable);
    await worker.waitForOutput(/cannot be reached/);
    expect(await worker.end('SIGTERM')).toBe(0);
  });

  it('run no jobs in the server with RUN_JOBS=false', async () => {
    const server = await start({ RUN_JOBS: 'false' });
    const browser = createBrowser(server.url);
    const email = newAddress();
    await vi.waitFor(() => browser.signUp({ body: signUpBody(email) }), {
      timeout: 15_000,
      interval: 200,
    });
    expect((await browser.listCapturedMails()).mails).toEqual([]);
    running.push(await startWorkerProcess(env));
    expect(await createTestMailbox(server.url).latest(email)).toBeTruthy();
  });
});
