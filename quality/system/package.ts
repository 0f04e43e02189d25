import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { median, treeOf } from '../bench/measure.ts';
import { signInAgain } from '../bench/owners.ts';
import { addContacts, attach, createInstruction, pdfOf } from '../bench/vault.ts';
import { memoryMb, type Packaged, type PackagedServer, packProject } from './packaged.ts';
import { activated, mailedToken, ownerByMail, publicUrl } from './people.ts';
import { presentRevision, sourcesOf } from './sources.ts';
import { type Print, until, verify } from './trial.ts';

type Environment = Record<string, string>;

const allowed = { archiveMb: 150, megabytes: 250, readyMs: 2_000, idleMb: 150, exposure: 20 };
const starts = 5;
const quietMs = 60_000;

/** The package in another, read-only folder, started by an unprivileged user. */
export async function packaged(print: Print): Promise<void> {
  const made = packProject();
  const remote = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  try {
    const before = contentOf(made.folder);
    const archiveMb = made.archiveBytes / 1e6;
    verify(`an archive of ${archiveMb} MB is within the limit`, archiveMb <= allowed.archiveMb);
    verify(`${made.bytes} bytes are within the limit`, made.bytes <= allowed.megabytes * 1e6);
    print(
      `${archiveMb.toFixed(0)} MB (at most ${allowed.archiveMb}), ${(made.bytes / 1e6).toFixed(0)} MB unpacked, with Node (at most ${allowed.megabytes})`,
    );
    unitsAreSound(made, print);
    const env = {
      DATABASE_URL: await postgres.newDatabase('packaged'),
      SMTP_URL: `${remote.url}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      SUPPORT_EMAIL: 'support@far.test',
      MAX_TRUSTED_CONTACTS: '0',
    };
    const walked = await made.start({ ...env, PAYMENTS: 'mock' });
    print(`first start, with all migrations: ${seconds(walked.readyMs)}`);
    for (const line of await walkThrough(walked, remote)) print(line);
    await commandsWork(made, env, print);
    await walked.stop();
    await startsQuickly(made, env, print);
    await (await made.start({ ...env, DATABASE_URL: '', PAYMENTS: 'mock' })).stop();
    print('starts on the embedded database too');
    verify('nothing in the package has changed', contentOf(made.folder) === before);
    isReproducible(made, print);
  } finally {
    await remote.stop();
    await postgres.stop();
    made.remove();
  }
}

/** Like the units: the compile cache of the first start is reused. */
async function startsQuickly(made: Packaged, given: Environment, print: Print): Promise<void> {
  const key = { MASTER_KEY_FILE: join(made.data, 'keys', 'master.key') };
  const env = { ...given, ...key, NODE_ENV: 'production', NODE_COMPILE_CACHE: 'compiled' };
  const first = await made.start(env);
  await first.stop();
  print(`ready after ${seconds(first.readyMs)} without a compile cache`);
  const taken: { readyMs: number; cpuMs: number }[] = [];
  for (let round = 0; round < starts; round += 1) {
    const server = await made.start(env);
    taken.push({ readyMs: server.readyMs, cpuMs: treeOf(server.pid).cpuMs });
    if (round === starts - 1) await staysSmall(server, print);
    await server.stop();
  }
  const readyMs = median(taken.map((one) => one.readyMs));
  const cpuMs = median(taken.map((one) => one.cpuMs));
  print(
    `ready after ${seconds(readyMs)}, ${seconds(cpuMs)} of it processor time; the middle of ${starts} (at most ${seconds(allowed.readyMs)})`,
  );
  verify(`a start in ${seconds(readyMs)} is within the limit`, readyMs <= allowed.readyMs);
}

async function staysSmall({ pid }: PackagedServer, print: Print): Promise<void> {
  await pause(quietMs);
  const idleMb = memoryMb(pid);
  print(
    `server with jobs holds ${idleMb.toFixed(0)} MB after a quiet minute (at most ${allowed.idleMb})`,
  );
  verify(`${idleMb} MB of an idle server are within the limit`, idleMb <= allowed.idleMb);
}

async function commandsWork(made: Packaged, env: Environment, print: Print): Promise<void> {
  const unknown = await made.run(['nothing']);
  verify('an unknown command exits with 64', unknown.code === 64);
  verify('its output lists the commands', /^ {2}keys /m.test(unknown.output));
  const keys = await made.run(['keys'], env);
  verify(`keys answers: ${keys.output}`, keys.code === 0 && keys.output.includes('(newest)'));
  const wrong = await made.run(['keys', 'turn'], env);
  verify(`messages name the command: ${wrong.output}`, /Use zavet keys,/.test(wrong.output));
  const backup = await made.run(['backup', 'backup'], env);
  verify(`a backup succeeds: ${backup.output}`, backup.code === 0);
  print('keys and backup run from the package beside the server');
}

/** Checks the units with systemd-analyze, with the package in their expected place. */
function unitsAreSound({ folder }: Packaged, print: Print): void {
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
    print(
      `${files.length} units pass systemd-analyze, exposure at most ${allowed.exposure / 10} of 10`,
    );
  } finally {
    rmSync(units, { recursive: true });
  }
}

/** The same sources, built from scratch in another folder, give the same package. */
function isReproducible(made: Packaged, print: Print): void {
  const sources = sourcesOf(presentRevision());
  try {
    const parent = join(sources.folder, 'again');
    execFileSync(process.execPath, ['scripts/package.mjs', parent], {
      cwd: sources.folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const again = join(parent, readdirSync(parent)[0] ?? '');
    // Outside of git the commit is unknown.
    const compare = ['-rq', '--exclude=release.json', made.folder, again];
    const { stdout, status } = spawnSync('diff', compare, { encoding: 'utf8' });
    verify(`a second package is the same: ${stdout.slice(0, 600)}`, status === 0);
    print('packed again from the same sources in another folder: identical');
  } finally {
    sources.remove();
  }
}

/** Names, sizes, times and contents of all files. */
function contentOf(folder: string): string {
  const script =
    'find . -type f -printf "%p %s %T@ %m\\n" | sort | sha256sum; find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum';
  return execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Uses every shipped part: fonts, texts, threads, screens. */
async function walkThrough(server: PackagedServer, remote: SmtpStandIn): Promise<string[]> {
  await pagesAreThere(server.url);
  const heir = await ownerByMail(server, remote, 'heir@far.test');
  await activated({ server, remote }, heir, 'giver@far.test', 'boris@far.test');
  const letter = await mailedToken(remote, 'boris@far.test', /\/delivery#(\S+)/);
  const archiveBytes = await archiveOf(server.url, letter);
  const { cookie } = await signInAgain(server, { email: 'heir@far.test' });
  const target = { url: server.url, cookie };
  const id = await createInstruction(target, await addContacts(target));
  await attach(target, id, pdfOf(1_000_000));
  const found = await heir.searchInstructions({ body: { query: 'Орловой' } });
  verify('a search finds the instruction', JSON.stringify(found).includes(id));
  const exportBytes = await exportOf(heir);
  return [
    'signed up by mail, added a contact, wrote, started a protocol, delivered',
    `keepsake of ${archiveBytes} bytes, file of 1 MB attached, search, export of ${exportBytes} bytes`,
  ];
}

async function pagesAreThere(url: string): Promise<void> {
  for (const [path, words] of [
    ['/login', '<script'],
    ['/welcome', '<main'],
    ['/delivery', '<script'],
    ['/api/docs', '<'],
  ] as const) {
    const response = await fetch(`${url}${path}`);
    const text = await response.text();
    verify(`${path} is answered`, response.ok && text.includes(words));
  }
}

async function archiveOf(url: string, token: string): Promise<number> {
  const client = withCookies(url);
  const { delivery_id } = await client.openDeliveryLink({ body: { token } });
  const blob = await client.downloadLetterArchive({ params: { id: delivery_id } });
  const bytes = Buffer.from(await blob.arrayBuffer());
  verify('the keepsake of one letter is a PDF', bytes.subarray(0, 5).toString() === '%PDF-');
  return bytes.length;
}

async function exportOf(owner: Awaited<ReturnType<typeof ownerByMail>>): Promise<number> {
  await owner.startExport();
  const made = await until('the export is complete', async () => {
    const { export: latest } = await owner.getOwnData();
    verify('the export succeeds', latest?.state !== 'failed');
    return latest?.state === 'ready' ? latest : undefined;
  });
  return made.size_bytes ?? 0;
}

/** A client with a cookie jar. */
function withCookies(url: string) {
  const jar = new Map<string, string>();
  return createClient(endpoints, async (path, init) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.replace(/;.*/, '').split(/=(.*)/s);
      jar.set(name, value);
    }
    return response;
  });
}
