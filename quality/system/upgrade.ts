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
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { publicUrl } from './bounced-letters.ts';
import { freePort, must } from './loopback.ts';
import { type PackagedServer, startReady } from './packaged.ts';
import { git, sourcesOf } from './sources.ts';
import { type Load, newPeople, putUnderLoad } from './upgrade-load.ts';

type Say = (line: string) => void;
type Environment = Record<string, string>;

const people = 6;
const aloneMs = 5_000;
const togetherMs = 15_000;

const migrations = 'apps/server/migrations';

/**
 * The former version serves, the present one starts beside it and migrates, both serve, the former one
 * ends: nobody notices. Then an old program is started again, and refuses.
 */
export async function upgrade(say: Say): Promise<void> {
  must('a released version comes before the newest migration', namesIn(migrations).length > 1);
  const revision = fromOption() ?? lastBeforeNewestMigration();
  const former = sourcesOf(revision);
  const scratch = mkdtempSync(join(tmpdir(), 'zavet-upgrade-'));
  const far = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  const running: PackagedServer[] = [];
  try {
    buildFormer(former.folder);
    const added = namesIn(migrations).filter(
      (name) => !namesIn(join(former.folder, migrations)).includes(name),
    );
    say(`from ${former.commit.slice(0, 8)}, ${added.length} migrations: ${added.join(', ')}`);
    must('there is something to migrate', added.length > 0);
    const env: Environment = {
      DATABASE_URL: await postgres.newDatabase('upgraded'),
      DATA_DIR: join(scratch, 'data'),
      SMTP_URL: `${far.url}?ignoreTLS=true`,
      PAYMENTS: 'mock',
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRUSTED_PROXIES: '127.0.0.1',
      MAX_TRUSTED_CONTACTS: '0',
    };
    const start = async (folder: string) => {
      const server = await startFrom(folder, env);
      running.push(server);
      return server;
    };

    const old = await start(former.folder);
    const everybody = await newPeople(old, far, people);
    const onOld = putUnderLoad(old, everybody);
    await pause(aloneMs);
    const before = onOld.longestMs;
    const present = await start(resolve('.'));
    say(
      `present version ready after ${(present.readyMs / 1000).toFixed(1)} s, migrations included`,
    );
    const onPresent = putUnderLoad(present, everybody);
    await pause(togetherMs);
    await onOld.stop();
    await old.stop();
    await pause(aloneMs);
    await onPresent.stop();
    tell('former', onOld, say);
    say(`  (longest before the migration ${before.toFixed(0)} ms)`);
    tell('present', onPresent, say);
    must('nobody met an error', onOld.errors.length + onPresent.errors.length === 0);

    const withoutNewest = programWithoutNewestMigration(scratch);
    refuses('the program without its newest migration', withoutNewest, env, say);
    if (existsSync(join(former.folder, 'apps/server/src/platform/database/database-too-new.ts'))) {
      refuses('the former version', former.folder, env, say);
    }
    must('the present one serves on', (await fetch(`${present.url}/api/health`)).ok);
  } finally {
    for (const server of running) await server.stop().catch(() => {});
    await far.stop();
    await postgres.stop();
    former.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function tell(which: string, { calls, errors, longestMs }: Load, say: Say): void {
  say(`${which}: ${calls} calls, ${errors.length} errors, longest ${longestMs.toFixed(0)} ms`);
  for (const error of [...new Set(errors)].slice(0, 5)) say(`  ${error.slice(0, 300)}`);
}

function fromOption(): string | undefined {
  const place = process.argv.indexOf('--from');
  return place < 0 ? undefined : process.argv[place + 1];
}

/** Along what was merged into here: a migration may have had another name on its way. */
function lastBeforeNewestMigration(): string {
  const newest = `${migrations}/${namesIn(migrations).at(-1)}.sql`;
  const commits = git('rev-list', '--first-parent', 'HEAD').split('\n');
  const former = commits.find((commit) => git('ls-tree', '--name-only', commit, newest) === '');
  return former ?? 'HEAD';
}

function namesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.slice(0, -'.sql'.length)).sort();
}

function buildFormer(folder: string): void {
  const to = join(folder, 'apps/server/dist/current');
  mkdirSync(to, { recursive: true });
  execFileSync(process.execPath, ['build.mjs', to], {
    cwd: join(folder, 'apps/server'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  useScreens(folder);
}

/** Nobody looks at the screens here. */
function useScreens(folder: string): void {
  const to = join(folder, 'apps/web/dist/current');
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(resolve('apps/web/dist/current'), to);
}

/** The present program as it was before its newest migration was written. */
function programWithoutNewestMigration(scratch: string): string {
  const folder = join(scratch, 'older');
  const at = (...names: string[]) => join(folder, 'apps/server', ...names);
  cpSync('apps/server/dist/current/', at('dist/current'), { recursive: true, dereference: true });
  cpSync(migrations, at('migrations'), { recursive: true });
  writeFileSync(at('package.json'), '{ "type": "module" }');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  useScreens(folder);
  const journal = at('migrations/meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, -1) }));
  return folder;
}

const programOf = (folder: string) => join(folder, 'apps/server/dist/current/serve.js');
const environmentOf = (env: Environment) => ({ PATH: '/usr/bin:/bin', ...runOptions.env, ...env });

async function startFrom(folder: string, env: Environment): Promise<PackagedServer> {
  const port = await freePort();
  return startReady(process.execPath, [...runOptions.flags, programOf(folder)], port, {
    env: environmentOf({ ...env, PORT: String(port) }),
  });
}

function refuses(what: string, folder: string, env: Environment, say: Say): void {
  const { status, stderr } = spawnSync(process.execPath, [...runOptions.flags, programOf(folder)], {
    env: environmentOf({ ...env, PORT: '0' }),
    encoding: 'utf8',
    timeout: 60_000,
  });
  must(`${what} refuses: ${status} ${stderr}`, status === 78 && stderr.includes('newer version'));
  say(`${what} refuses: ${stderr.trim()}`);
}
