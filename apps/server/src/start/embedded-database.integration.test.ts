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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowser } from '../../test/browser.ts';
import { newAddress, signUpBody, strongPassword } from '../../test/people.ts';
import { runToEnd, type ServerProcess, startReadyServer } from '../../test/server-process.ts';
import { testMasterKey } from '../../test/test-database.ts';
import { createTestMailbox } from '../../test/test-mailbox.ts';

let home: string;
let env: { DATA_DIR: string; MASTER_KEY: string };
const running: ServerProcess[] = [];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'zavet-embedded-')));
  env = { DATA_DIR: join(home, 'data'), MASTER_KEY: testMasterKey };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.end('SIGTERM')));
  // Orphans that a test left on purpose.
  for (const pid of postmasters()) process.kill(pid, 'SIGQUIT');
  await vi.waitFor(() => expect(postmasters()).toEqual([]));
  rmSync(home, { recursive: true, force: true });
});

async function start(extra: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startReadyServer({ ...env, ...extra });
  running.push(server);
  return server;
}

const cluster = () => join(env.DATA_DIR, 'postgres', 'data');

/** Process ids of PostgreSQL servers and their children that work below the folder of the test. */
function postmasters(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${home}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function signUp(server: ServerProcess): Promise<string> {
  const email = newAddress();
  await createBrowser(server.url).signUp({ body: signUpBody(email) });
  return email;
}

/** The account is there and usable. */
async function expectAccount(server: ServerProcess, email: string): Promise<void> {
  const browser = createBrowser(server.url);
  const mail = await createTestMailbox(server.url, 60_000).latest(email);
  await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
  const { session } = await browser.signIn({ body: { email, password: strongPassword } });
  expect(session?.user.email).toBe(email);
}

describe('a server without DATABASE_URL', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops its PostgreSQL with itself on %s',
    async (signal) => {
      const server = await start();
      expect(postmasters()).not.toEqual([]);
      expect(await server.end(signal)).toBe(0);
      expect(postmasters()).toEqual([]);
    },
  );

  it('refuses a second server on its folder in one sentence, and is not harmed', async () => {
    const server = await start();
    const { code, output } = await runToEnd('serve', env);
    expect(output).toMatch(
      /^The folder \S+ is in use by another Zavet process; stop that one first\.\n$/,
    );
    expect(code).toBe(75);
    await expectAccount(server, await signUp(server));
  });

  it('works beside another one with a folder of its own', async () => {
    const first = await start();
    const second = await start({ DATA_DIR: join(home, 'other') });
    const email = await signUp(second);
    await expectAccount(second, email);
    await first.end('SIGTERM');
    expect(await createBrowser(second.url).checkSetup()).toMatchObject({ status: 'ready' });
  });

  it('loses nothing when it is killed, and the next one takes the orphan over', async () => {
    const server = await start();
    const email = await signUp(server);
    await server.end('SIGKILL');
    const orphan = postmasterOf(cluster());
    expect(postmasters()).toContain(orphan);
    const next = await start();
    expect(postmasters()).not.toContain(orphan);
    await expectAccount(next, email);
    await next.end('SIGTERM');
    expect(postmasters()).toEqual([]);
  });

  it('restarts a PostgreSQL that was killed, and serves again without a restart of its own', async () => {
    const server = await start();
    const email = await signUp(server);
    process.kill(postmasterOf(cluster()), 'SIGKILL');
    const browser = createBrowser(server.url);
    await vi.waitFor(async () => expect(await browser.checkSetup()).toMatchObject({ errors: [] }), {
      timeout: 60_000,
      interval: 200,
    });
    await expectAccount(server, email);
  });

  it('starts after both were killed', async () => {
    const server = await start();
    const email = await signUp(server);
    const postmaster = postmasterOf(cluster());
    await server.end('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await expectAccount(await start(), email);
  });

  it('starts although the id of its former PostgreSQL belongs to another process now', async () => {
    await (await start()).end('SIGTERM');
    const stale = [process.pid, cluster(), '1', '5432', '.', '', '', 'ready', ''].join('\n');
    writeFileSync(join(cluster(), 'postmaster.pid'), stale, { mode: 0o600 });
    const server = await start();
    expect(await createBrowser(server.url).checkSetup()).toMatchObject({ status: 'ready' });
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const DATA_DIR = join(home, 'x'.repeat(120));
    const server = await start({ DATA_DIR });
    await expectAccount(server, await signUp(server));
    expect(await runToEnd('operator', { ...env, DATA_DIR }, ['list'])).toMatchObject({ code: 0 });
  });

  it('repeats the first start after one that was broken off in the middle', async () => {
    mkdirSync(join(env.DATA_DIR, 'postgres', 'data.part'), { recursive: true });
    writeFileSync(join(env.DATA_DIR, 'postgres', 'data.part', 'PG_VERSION'), '18');
    const server = await start();
    await expectAccount(server, await signUp(server));
  });

  it('does not leave its PostgreSQL behind when it cannot start', async () => {
    const taken = await start();
    const { port } = new URL(taken.url);
    const other = { ...env, DATA_DIR: join(home, 'other'), PORT: port };
    expect(await runToEnd('serve', other)).toMatchObject({ code: 75 });
    await taken.end('SIGTERM');
    await vi.waitFor(() => expect(postmasters()).toEqual([]));
  });

  it('has no worker beside it', async () => {
    const { code, output } = await runToEnd('worker', env);
    expect(output).toMatch(/^DATABASE_URL must be set for a worker/);
    expect(code).toBe(78);
  });
});

describe('a folder that this version cannot open', () => {
  it('of the engine before 1.0 is refused in one sentence and stays untouched', async () => {
    mkdirSync(join(env.DATA_DIR, 'database'), { recursive: true });
    writeFileSync(join(env.DATA_DIR, 'database', 'PG_VERSION'), '17');
    for (const entry of ['serve', 'restore']) {
      const { code, output } = await runToEnd(entry, env, entry === 'serve' ? [] : [home]);
      if (entry === 'serve') {
        expect(output).toMatch(/^The database in \S+ was made by a version before 1\.0,[^\n]*\n$/);
      }
      expect(code).not.toBe(0);
    }
    expect(readdirSync(env.DATA_DIR)).toEqual(['database']);
  });

  it('of another PostgreSQL is refused with the way to move it', async () => {
    await (await start()).end('SIGTERM');
    writeFileSync(join(cluster(), 'PG_VERSION'), '19\n');
    for (const [entry, ...args] of [['serve'], ['operator', 'list']] as const) {
      const { code, output } = await runToEnd(entry, env, args);
      expect(output).toMatch(
        /^The database in \S+ is of PostgreSQL 19, [^\n]*backup[^\n]*restore[^\n]*\n$/,
      );
      expect(code).toBe(78);
    }
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false);
  });
});

describe('a command on the embedded database', () => {
  it('works beside a running server', async () => {
    await start();
    const { code, output } = await runToEnd('doctor', env);
    expect(output).toMatch(/^ok {7}Database: PostgreSQL 18\S* answers/m);
    expect(output).not.toMatch(/^wrong/m);
    expect(code).toBe(0);
    expect(await runToEnd('backup', env, [join(home, 'backup')])).toMatchObject({ code: 0 });
  });

  it('starts PostgreSQL for as long as it needs it, also two at the same time', async () => {
    await (await start()).end('SIGTERM');
    const ends = await Promise.all([
      runToEnd('backup', env, [join(home, 'backup')]),
      runToEnd('audit', env),
      runToEnd('operator', env, ['list']),
    ]);
    expect(ends.map(({ output }) => output).join('')).not.toContain('Error');
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(postmasters()).toEqual([]);
  });

  it('makes no database where there is none', async () => {
    const operator = await runToEnd('operator', env, ['list']);
    expect(operator.output).toMatch(/^There is no database in /);
    const doctor = await runToEnd('doctor', env);
    expect(doctor.output).toMatch(/^ok {7}Database: there is none yet/m);
    expect(existsSync(join(env.DATA_DIR, 'postgres'))).toBe(false);
  });

  it('does not restore below a running server', async () => {
    await start();
    const backup = join(home, 'backup');
    expect(await runToEnd('backup', env, [backup])).toMatchObject({ code: 0 });
    const { code, output } = await runToEnd('restore', env, [backup, '--replace']);
    expect(output).toMatch(/still use the database; stop them/);
    expect(code).toBe(1);
  });
});
