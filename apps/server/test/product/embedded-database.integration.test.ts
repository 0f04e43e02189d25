import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '../../src/config/configuration.ts';
import { openConfiguredDatabase } from '../../src/platform/database/open-database.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { createBrowser } from '../browser.ts';
import { runHere } from '../machine.ts';
import { newAddress, signUpBody, strongPassword } from '../people.ts';
import { runToEnd, type ServerProcess, startReadyServer } from '../server-process.ts';
import { createTestMailbox } from '../test-mailbox.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'zavet-embedded-')));
/** Data folder of a server that ran once and has one account. */
const templateFolder = join(home, 'template');
const tooLongForSocket = 'x'.repeat(120);
const email = newAddress();
const running: ServerProcess[] = [];
let firstEnd: { code: number | null; left: number[] };

beforeAll(async () => {
  const server = await start(templateFolder);
  const browser = createBrowser(server.url);
  await browser.signUp({ body: signUpBody(email) });
  const mail = await createTestMailbox(server.url).latest(email);
  await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
  expect(postmasters()).not.toEqual([]);
  firstEnd = { code: await server.end('SIGTERM'), left: postmasters() };
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.end('SIGTERM')));
  // Kills servers left behind by a failed test.
  for (const pid of postmasters()) process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(postmasters()).toEqual([]));
  rmSync(home, { recursive: true, force: true });
});

const environment = (DATA_DIR: string) => ({ DATA_DIR });
const clusterIn = (folder: string) => join(folder, 'postgres', 'data');
/** Contents of `postmaster.pid` of a ready server with this process id. */
const postmasterFile = (cluster: string, pid: number) =>
  [pid, cluster, '1', '5432', '.', '', '', 'ready', ''].join('\n');

/** Copies the template with its permissions, which is faster than another first start. */
function copyOfTemplate(name: string): string {
  const folder = join(home, name);
  execFileSync('cp', ['-a', templateFolder, folder]);
  return folder;
}

async function start(folder: string): Promise<ServerProcess> {
  const server = await startReadyServer(environment(folder));
  running.push(server);
  return server;
}

/** Ids of PostgreSQL processes that run below a folder. */
function postmasters(folder = home): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(clusterIn(folder), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function signedIn({ url }: ServerProcess) {
  const browser = createBrowser(url);
  await browser.signIn({ body: { email, password: strongPassword } });
  return browser;
}

/** Makes a change and waits for the response; from then on the change must survive every crash. */
async function changePhone(server: ServerProcess, phone: string): Promise<void> {
  await (await signedIn(server)).updateContactInfo({ body: { phone } });
}

async function expectPhone(server: ServerProcess, phone: string): Promise<void> {
  expect(await (await signedIn(server)).getProfile()).toMatchObject({ phone });
}

describe('a server without DATABASE_URL', () => {
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = copyOfTemplate('data');
    server = await start(folder);
    await changePhone(server, '+79161234561');
  });

  it('refuses a second server on its folder, and is not affected by it', async () => {
    const { code, output } = await runToEnd('serve', environment(folder));
    expect(output).toMatch(
      /^The folder \S+ is in use by another Zavet process; stop that one first\.\n$/,
    );
    expect(code).toBe(75);
    await expectPhone(server, '+79161234561');
  });

  it('stops only its own PostgreSQL on SIGINT and SIGTERM, also on a path too long for a socket', async () => {
    expect(firstEnd).toEqual({ code: 0, left: [] });
    const other = copyOfTemplate(tooLongForSocket);
    const second = await start(other);
    await changePhone(second, '+79161234562');
    expect(await runHere('operator', environment(other), ['list'])).toMatchObject({ code: 0 });
    expect(postmasters(other)).not.toEqual([]);
    expect(await second.end('SIGINT')).toBe(0);
    expect(postmasters(other)).toEqual([]);
    await expectPhone(server, '+79161234561');
  });

  it('stops its PostgreSQL when it fails to start', async () => {
    const other = join(home, tooLongForSocket);
    const { port } = new URL(server.url);
    const { code, output } = await runToEnd('serve', { ...environment(other), PORT: port });
    expect(code).toBe(75);
    expect(output).toContain(`PORT ${port} is taken by another program.`);
    await vi.waitFor(() => expect(postmasters(other)).toEqual([]));
  });

  it('allows commands while it runs', async () => {
    const { code, output } = await runHere('doctor', environment(folder));
    expect(output).toMatch(/^ok {7}Database: PostgreSQL 18\S* answers/m);
    expect(output).not.toMatch(/^wrong/m);
    expect(code).toBe(0);
    const backup = join(home, 'beside');
    expect(await runToEnd('backup', environment(folder), [backup])).toMatchObject({ code: 0 });
  });

  it('refuses a restore while it runs', async () => {
    const args = [join(home, 'beside'), '--replace'];
    const { code, output } = await runHere('restore', environment(folder), args);
    expect(output).toMatch(/still use the database; stop them/);
    expect(code).toBe(1);
  });

  it('restarts its PostgreSQL after a crash', async () => {
    process.kill(postmasterOf(folder), 'SIGKILL');
    const browser = createBrowser(server.url);
    await vi.waitFor(async () => expect(await browser.checkSetup()).toMatchObject({ errors: [] }), {
      timeout: 60_000,
      interval: 200,
    });
    await expectPhone(server, '+79161234561');
  });

  it('loses no data when it is killed; the next start takes over its PostgreSQL', async () => {
    await changePhone(server, '+79161234563');
    await server.end('SIGKILL');
    const orphan = postmasterOf(folder);
    expect(postmasters(folder)).toContain(orphan);
    server = await start(folder);
    expect(postmasters(folder)).not.toContain(orphan);
    await expectPhone(server, '+79161234563');
  });

  it('starts after both processes were killed, even if another process reuses the id of its PostgreSQL', async () => {
    await changePhone(server, '+79161234564');
    const postmaster = postmasterOf(folder);
    await server.end('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await vi.waitFor(() => expect(postmasters(folder)).toEqual([]));
    const cluster = clusterIn(folder);
    const staleFile = postmasterFile(cluster, process.pid);
    writeFileSync(join(cluster, 'postmaster.pid'), staleFile, { mode: 0o600 });
    writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), staleFile, { mode: 0o600 });
    server = await start(folder);
    await expectPhone(server, '+79161234564');
    await server.end('SIGTERM');
    expect(postmasters(folder)).toEqual([]);
  });

  it('starts with an empty process id file, and stops its PostgreSQL on SIGHUP', async () => {
    const other = copyOfTemplate('empty');
    writeFileSync(join(clusterIn(other), 'postmaster.pid'), '', { mode: 0o600 });
    const started = await start(other);
    expect(postmasters(other)).toContain(postmasterOf(other));
    expect(await started.end('SIGHUP')).toBe(0);
    expect(postmasters(other)).toEqual([]);
  });

  it('refuses a folder whose PostgreSQL runs in another container', async () => {
    const shared = copyOfTemplate('shared');
    const cluster = clusterIn(shared);
    const file = join(cluster, 'postmaster.pid');
    // No process on this machine has this id, but the socket accepts connections.
    const content = postmasterFile(cluster, 4_194_305);
    writeFileSync(file, content, { mode: 0o600 });
    const other = createServer().listen(join(cluster, '.s.PGSQL.5432'));
    const { code, output } = await runToEnd('serve', environment(shared));
    other.close();
    expect(output).toMatch(/is in use by another Zavet process/);
    expect(code).toBe(75);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('repeats an interrupted first start', async () => {
    const broken = join(home, 'broken');
    mkdirSync(join(broken, 'postgres', 'data.part-1'), { recursive: true });
    writeFileSync(join(broken, 'postgres', 'data.part-1', 'PG_VERSION'), '18');
    const database = await openConfiguredDatabase(
      readConfiguration(environment(broken)),
      createLogger('silent', true),
    );
    expect(await database.rows(sql`select 1 as answer`)).toEqual([{ answer: 1 }]);
    expect(readdirSync(join(broken, 'postgres'))).toEqual(['data']);
    await database.close();
  });

  it('refuses a worker', async () => {
    const { code, output } = await runToEnd('worker', environment(folder));
    expect(output).toMatch(/^DATABASE_URL must be set for a worker/);
    expect(code).toBe(78);
  });
});

describe('a command on the embedded database', () => {
  it('runs PostgreSQL while it needs it, also concurrently with other commands', async () => {
    const env = environment(copyOfTemplate('commands'));
    const ends = await Promise.all([
      runToEnd('backup', env, [join(home, 'backup')]),
      runToEnd('audit', env),
      runToEnd('operator', env, ['list']),
    ]);
    expect(ends.map(({ output }) => output).join('')).not.toContain('Error');
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(postmasters(env.DATA_DIR)).toEqual([]);
  });

  it('creates no database', async () => {
    const env = environment(join(home, 'nothing'));
    const operator = await runHere('operator', env, ['list']);
    expect(operator.output).toMatch(/^There is no database in /);
    const doctor = await runHere('doctor', env);
    expect(doctor.output).toMatch(/^ok {7}Database: there is none yet/m);
    expect(existsSync(join(env.DATA_DIR, 'postgres'))).toBe(false);
  });
});
