import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { call } from '../bench/call.ts';
import { newEmail, signInAgain, signUpBody } from '../bench/owners.ts';
import { type BenchServer, newCallerAddress } from '../bench/server.ts';
import { attach, createInstruction, pdfOf } from '../bench/vault.ts';
import { type PackagedServer, startWhenReady } from './packaged.ts';
import { newPeople, type Person, publicUrl } from './people.ts';
import { checkOutSources, git } from './sources.ts';
import { freePort, type Print, verify } from './trial.ts';

type Environment = Record<string, string>;

const personCount = 6;
const singleVersionMs = 5_000;
const bothVersionsMs = 15_000;

const migrations = 'apps/server/migrations';

/**
 * The previous version serves, the current one starts beside it and migrates, both serve, the previous
 * one stops: no call may fail. Then an older program must refuse to start.
 */
export async function upgrade(print: Print): Promise<void> {
  verify('a released version comes before the newest migration', namesIn(migrations).length > 1);
  const revision = revisionOption() ?? lastBeforeNewestMigration();
  const previous = checkOutSources(revision);
  const scratch = mkdtempSync(join(tmpdir(), 'zavet-upgrade-'));
  const remote = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  const running: PackagedServer[] = [];
  try {
    buildPrevious(previous.folder);
    const newMigrations = namesIn(migrations).filter(
      (name) => !namesIn(join(previous.folder, migrations)).includes(name),
    );
    print(
      `from ${previous.commit.slice(0, 8)}, ${newMigrations.length} migrations: ${newMigrations.join(', ')}`,
    );
    verify('there are migrations', newMigrations.length > 0);
    const env: Environment = {
      DATABASE_URL: await postgres.newDatabase('upgraded'),
      DATA_DIR: join(scratch, 'data'),
      SMTP_URL: `${remote.url}?ignoreTLS=true`,
      PAYMENTS: 'mock',
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      MAX_TRUSTED_CONTACTS: '0',
    };
    const start = async (folder: string) => {
      const server = await startFrom(folder, env);
      running.push(server);
      return server;
    };

    const old = await start(previous.folder);
    const persons = await newPeople(old, remote, personCount);
    const oldLoad = putUnderLoad(old, persons);
    await pause(singleVersionMs);
    const before = oldLoad.longestMs;
    const current = await start(resolve('.'));
    print(
      `current version ready after ${(current.readyMs / 1000).toFixed(1)} s, migrations included`,
    );
    const currentLoad = putUnderLoad(current, persons);
    await pause(bothVersionsMs);
    await oldLoad.stop();
    await old.stop();
    await pause(singleVersionMs);
    await currentLoad.stop();
    printLoad('previous', oldLoad, print);
    print(`  (longest before the migration ${before.toFixed(0)} ms)`);
    printLoad('current', currentLoad, print);
    verify('no call fails', oldLoad.errors.length + currentLoad.errors.length === 0);

    const olderProgram = programWithoutNewestMigration(scratch);
    checkRefusal('the program without its newest migration', olderProgram, env, print);
    // Versions with neither file do not check for newer databases yet.
    const database = join(previous.folder, 'apps/server/src/platform/database');
    if (
      ['database-too-new.ts', 'database-errors.ts'].some((it) => existsSync(join(database, it)))
    ) {
      checkRefusal('the previous version', previous.folder, env, print);
    }
    verify('the current version still serves', (await fetch(`${current.url}/api/version`)).ok);
  } finally {
    for (const server of running) await server.stop().catch(() => {});
    await remote.stop();
    await postgres.stop();
    previous.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function printLoad(version: string, { calls, errors, longestMs }: Load, print: Print): void {
  print(`${version}: ${calls} calls, ${errors.length} errors, longest ${longestMs.toFixed(0)} ms`);
  for (const error of [...new Set(errors)].slice(0, 5)) print(`  ${error.slice(0, 300)}`);
}

function revisionOption(): string | undefined {
  const place = process.argv.indexOf('--from');
  return place < 0 ? undefined : process.argv[place + 1];
}

/**
 * Returns the last commit before the newest migration. Follows merges only, because a migration may
 * have been renamed on its branch.
 */
function lastBeforeNewestMigration(): string {
  const newest = `${migrations}/${namesIn(migrations).at(-1)}.sql`;
  const commits = git('rev-list', '--first-parent', 'HEAD').split('\n');
  const previous = commits.find((commit) => git('ls-tree', '--name-only', commit, newest) === '');
  return previous ?? 'HEAD';
}

function namesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.slice(0, -'.sql'.length)).sort();
}

function buildPrevious(folder: string): void {
  const to = join(folder, 'apps/server/dist/current');
  mkdirSync(to, { recursive: true });
  execFileSync(process.execPath, ['build.mjs', to], {
    cwd: join(folder, 'apps/server'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  linkScreens(folder);
}

/** Links the current screens into the folder, because this trial does not test them. */
function linkScreens(folder: string): void {
  const to = join(folder, 'apps/web/dist/current');
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(resolve('apps/web/dist/current'), to);
}

/** A copy of the current program without its newest migration. */
function programWithoutNewestMigration(scratch: string): string {
  const folder = join(scratch, 'older');
  const at = (...names: string[]) => join(folder, 'apps/server', ...names);
  cpSync('apps/server/dist/current/', at('dist/current'), { recursive: true, dereference: true });
  cpSync(migrations, at('migrations'), { recursive: true });
  writeFileSync(at('package.json'), '{ "type": "module" }');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  linkScreens(folder);
  const journal = at('migrations/meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, -1) }));
  return folder;
}

const programOf = (folder: string) => join(folder, 'apps/server/dist/current/serve.js');
const environmentOf = (env: Environment) => ({ PATH: '/usr/bin:/bin', ...runOptions.env, ...env });

async function startFrom(folder: string, env: Environment): Promise<PackagedServer> {
  const port = await freePort();
  return startWhenReady(process.execPath, [...runOptions.flags, programOf(folder)], port, {
    env: environmentOf({ ...env, PORT: String(port) }),
  });
}

function checkRefusal(program: string, folder: string, env: Environment, print: Print): void {
  const { status, stderr } = spawnSync(process.execPath, [...runOptions.flags, programOf(folder)], {
    env: environmentOf({ ...env, PORT: '0' }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  verify(
    `${program} refuses: ${status} ${stderr}`,
    status === 78 && stderr.includes('newer version'),
  );
  print(`${program} refuses: ${stderr.trim()}`);
}

export interface Load {
  calls: number;
  errors: string[];
  longestMs: number;
  stop(): Promise<void>;
}

/** Pause between the calls of one person. */
const thinkMs = 20;

/** People keep signing in, reading, writing and attaching files; new people sign up. */
function putUnderLoad(server: BenchServer, people: readonly Person[]): Load {
  const load: Load = { calls: 0, errors: [], longestMs: 0, stop: async () => {} };
  let isStopped = false;
  const measured = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      load.errors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    } finally {
      load.calls += 1;
      load.longestMs = Math.max(load.longestMs, performance.now() - startedAt);
      await pause(thinkMs);
    }
  };
  const file = pdfOf(20_000);
  const useProduct = async ({ email, contacts }: Person) => {
    const signedIn = await measured('sign-in', () => signInAgain(server, { email }));
    if (!signedIn) return;
    const target = { url: server.url, cookie: signedIn.cookie };
    while (!isStopped) {
      await measured('session', () => call(target, endpoints.getSession));
      const id = await measured('create', () => createInstruction(target, contacts));
      if (id) await measured('attach', () => attach(target, id, file));
      await measured('list', () => call(target, endpoints.listInstructions));
      await measured('contacts', () => call(target, endpoints.listContacts));
      await measured('dashboard', () => call(target, endpoints.getDashboard));
      await measured('readiness', () => call(target, endpoints.getReadiness));
    }
  };
  const signUpRepeatedly = async () => {
    while (!isStopped) {
      await measured('sign-up', () => signUp(server.url));
      await pause(200);
    }
  };
  const running = Promise.all([...people.map(useProduct), signUpRepeatedly()]);
  load.stop = async () => {
    isStopped = true;
    await running;
  };
  return load;
}

async function signUp(url: string): Promise<void> {
  const { path, ...request } = requestOf(endpoints.signUp, { body: signUpBody(newEmail()) });
  const response = await fetch(url + path, {
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': newCallerAddress() },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}
