import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { treeOf } from '../bench/process-tree.ts';
import { median } from '../bench/rounds.ts';
import { publicUrl } from './bounced-letters.ts';
import { must } from './loopback.ts';
import { walkThrough } from './package-walk.ts';
import { memoryMb, type Packaged, type PackagedServer, packProject } from './packaged.ts';
import { presentRevision, sourcesOf } from './sources.ts';

type Say = (line: string) => void;
type Environment = Record<string, string>;

const allowed = { megabytes: 250, readyMs: 2_000, idleMb: 150, exposure: 20 };
const starts = 5;
const quietMs = 60_000;

const masterKey = Buffer.alloc(32, 7).toString('base64');

/** The package in another folder that nobody can write to, started by a user without rights. */
export async function packaged(say: Say): Promise<void> {
  const made = packProject();
  const far = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  try {
    const before = contentOf(made.folder);
    must(`${made.bytes} bytes are too many`, made.bytes <= allowed.megabytes * 1e6);
    say(`${(made.bytes / 1e6).toFixed(0)} MB unpacked, with Node (at most ${allowed.megabytes})`);
    unitsAreSound(made, say);
    const env = {
      DATABASE_URL: await postgres.newDatabase('packaged'),
      SMTP_URL: `${far.url}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      MASTER_KEY: masterKey,
      SUPPORT_EMAIL: 'support@far.test',
      MAX_TRUSTED_CONTACTS: '0',
    };
    const walked = await made.start({ ...env, PAYMENTS: 'mock' });
    say(`first start, with all migrations: ${seconds(walked.readyMs)}`);
    for (const line of await walkThrough(walked, far)) say(line);
    await commandsWork(made, env, say);
    await walked.stop();
    await startsQuickly(made, env, say);
    await (await made.start({ ...env, DATABASE_URL: '', PAYMENTS: 'mock' })).stop();
    say('starts on the embedded database too');
    must('nothing in the package has changed', contentOf(made.folder) === before);
    isMadeAgain(made, say);
  } finally {
    await far.stop();
    await postgres.stop();
    made.remove();
  }
}

/** As the units start it: what Node has compiled at the first start is there for the others. */
async function startsQuickly(made: Packaged, given: Environment, say: Say): Promise<void> {
  const env = { ...given, NODE_ENV: 'production', NODE_COMPILE_CACHE: 'compiled' };
  const first = await made.start(env);
  await first.stop();
  say(`ready after ${seconds(first.readyMs)} when nothing is compiled yet`);
  const taken: { readyMs: number; cpuMs: number }[] = [];
  for (let round = 0; round < starts; round += 1) {
    const server = await made.start(env);
    taken.push({ readyMs: server.readyMs, cpuMs: treeOf(server.pid).cpuMs });
    if (round === starts - 1) await staysSmall(server, say);
    await server.stop();
  }
  const readyMs = median(taken.map((one) => one.readyMs));
  const cpuMs = median(taken.map((one) => one.cpuMs));
  say(
    `ready after ${seconds(readyMs)}, ${seconds(cpuMs)} of it processor time; the middle of ${starts} (at most ${seconds(allowed.readyMs)})`,
  );
  must(`a start takes ${seconds(readyMs)}`, readyMs <= allowed.readyMs);
}

async function staysSmall({ pid }: PackagedServer, say: Say): Promise<void> {
  await pause(quietMs);
  const idleMb = memoryMb(pid);
  say(
    `server with jobs holds ${idleMb.toFixed(0)} MB after a quiet minute (at most ${allowed.idleMb})`,
  );
  must(`an idle server holds ${idleMb} MB`, idleMb <= allowed.idleMb);
}

async function commandsWork(made: Packaged, env: Environment, say: Say): Promise<void> {
  const unknown = await made.run(['nothing']);
  must('an unknown command lists those there are', unknown.code === 64);
  must('keys among them', /^ {2}keys /m.test(unknown.output));
  const keys = await made.run(['keys'], env);
  must(`keys answers: ${keys.output}`, keys.code === 0 && keys.output.includes('(newest)'));
  const wrong = await made.run(['keys', 'turn'], env);
  must(`sentences name the command: ${wrong.output}`, /Use zavet keys,/.test(wrong.output));
  const backup = await made.run(['backup', 'backup'], env);
  must(`backup is made: ${backup.output}`, backup.code === 0);
  say('keys and backup run from it while the server does');
}

/** systemd itself reads the units, with the package where they look for it. */
function unitsAreSound({ folder }: Packaged, say: Say): void {
  installIfMissing({ systemd: '/usr/bin/systemd-analyze' });
  const units = mkdtempSync(join(tmpdir(), 'zavet-units-'));
  try {
    const files = readdirSync(join(folder, 'systemd')).map((name) => {
      const text = readFileSync(join(folder, 'systemd', name), 'utf8');
      const file = join(units, name.replace('@', '@1'));
      writeFileSync(file, text.replaceAll('/opt/zavet/', `${folder}/`));
      return file;
    });
    const ask = (...args: string[]) =>
      execFileSync('systemd-analyze', args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    ask('verify', '--man=no', ...files);
    for (const file of files.filter((name) => name.endsWith('.service'))) {
      ask('security', '--offline=true', `--threshold=${allowed.exposure}`, file);
    }
    say(
      `${files.length} units pass systemd-analyze, exposure at most ${allowed.exposure / 10} of 10`,
    );
  } finally {
    rmSync(units, { recursive: true });
  }
}

/** The same sources, built from nothing in another folder, give the same package. */
function isMadeAgain(made: Packaged, say: Say): void {
  const sources = sourcesOf(presentRevision());
  try {
    const parent = join(sources.folder, 'again');
    execFileSync(process.execPath, ['scripts/package.mjs', parent], {
      cwd: sources.folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const again = join(parent, readdirSync(parent)[0] ?? '');
    // Outside of git nobody knows the commit.
    const compare = ['-rq', '--exclude=release.json', made.folder, again];
    const { stdout, status } = spawnSync('diff', compare, { encoding: 'utf8' });
    must(`a second package is the same: ${stdout.slice(0, 600)}`, status === 0);
    say('packed again from the same sources in another folder: the same to the byte');
  } finally {
    sources.remove();
  }
}

/** Names, sizes, times and contents of everything. */
function contentOf(folder: string): string {
  const script =
    'find . -type f -printf "%p %s %T@ %m\\n" | sort | sha256sum; find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum';
  return execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
