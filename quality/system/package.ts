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
import { activateProtocol, mailedToken, ownerByMail, publicUrl } from './people.ts';
import { checkOutSources, currentRevision } from './sources.ts';
import { type Print, verify, waitFor } from './trial.ts';

type Environment = Record<string, string>;

const limits = { archiveMb: 150, megabytes: 250, readyMs: 2_000, idleMb: 150, exposure: 20 };
const startCount = 5;
const idleMs = 60_000;

/** The package in another, read-only folder, run by an unprivileged user. */
export async function packaged(print: Print): Promise<void> {
  const built = packProject();
  const remote = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  try {
    const before = fingerprintOf(built.folder);
    const archiveMb = built.archiveBytes / 1e6;
    verify(`an archive of ${archiveMb} MB is within the limit`, archiveMb <= limits.archiveMb);
    verify(`${built.bytes} bytes are within the limit`, built.bytes <= limits.megabytes * 1e6);
    print(
      `${archiveMb.toFixed(0)} MB (at most ${limits.archiveMb}), ${(built.bytes / 1e6).toFixed(0)} MB unpacked, with Node (at most ${limits.megabytes})`,
    );
    checkUnits(built, print);
    const env = {
      DATABASE_URL: await postgres.newDatabase('packaged'),
      SMTP_URL: `${remote.url}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      SUPPORT_EMAIL: 'support@far.test',
      MAX_TRUSTED_CONTACTS: '0',
    };
    const server = await built.start({ ...env, PAYMENTS: 'mock' });
    print(`first start, with all migrations: ${seconds(server.readyMs)}`);
    for (const line of await walkThrough(server, remote)) print(line);
    await checkCommands(built, env, print);
    await server.stop();
    await checkStartTime(built, env, print);
    await (await built.start({ ...env, DATABASE_URL: '', PAYMENTS: 'mock' })).stop();
    print('starts on the embedded database too');
    verify('nothing in the package has changed', fingerprintOf(built.folder) === before);
    checkReproducibility(built, print);
  } finally {
    await remote.stop();
    await postgres.stop();
    built.remove();
  }
}

/** As with the systemd units, later starts reuse the compile cache of the first. */
async function checkStartTime(built: Packaged, given: Environment, print: Print): Promise<void> {
  const key = { MASTER_KEY_FILE: join(built.data, 'keys', 'master.key') };
  const env = { ...given, ...key, NODE_ENV: 'production', NODE_COMPILE_CACHE: 'compiled' };
  const first = await built.start(env);
  await first.stop();
  print(`ready after ${seconds(first.readyMs)} without a compile cache`);
  const measured: { readyMs: number; cpuMs: number }[] = [];
  for (let round = 0; round < startCount; round += 1) {
    const server = await built.start(env);
    measured.push({ readyMs: server.readyMs, cpuMs: treeOf(server.pid).cpuMs });
    if (round === startCount - 1) await checkIdleMemory(server, print);
    await server.stop();
  }
  const readyMs = median(measured.map((one) => one.readyMs));
  const cpuMs = median(measured.map((one) => one.cpuMs));
  print(
    `ready after ${seconds(readyMs)}, ${seconds(cpuMs)} of it processor time; the middle of ${startCount} (at most ${seconds(limits.readyMs)})`,
  );
  verify(`a start in ${seconds(readyMs)} is within the limit`, readyMs <= limits.readyMs);
}

async function checkIdleMemory({ pid }: PackagedServer, print: Print): Promise<void> {
  await pause(idleMs);
  const idleMb = memoryMb(pid);
  print(
    `server with jobs holds ${idleMb.toFixed(0)} MB after a quiet minute (at most ${limits.idleMb})`,
  );
  verify(`${idleMb} MB of an idle server are within the limit`, idleMb <= limits.idleMb);
}

async function checkCommands(built: Packaged, env: Environment, print: Print): Promise<void> {
  const unknown = await built.run(['nothing']);
  verify('an unknown command exits with 64', unknown.code === 64);
  verify('its output lists the commands', /^ {2}keys /m.test(unknown.output));
  const keys = await built.run(['keys'], env);
  verify(`keys answers: ${keys.output}`, keys.code === 0 && keys.output.includes('(newest)'));
  const wrong = await built.run(['keys', 'turn'], env);
  verify(`messages name the command: ${wrong.output}`, /Use zavet keys,/.test(wrong.output));
  const backup = await built.run(['backup', 'backup'], env);
  verify(`a backup succeeds: ${backup.output}`, backup.code === 0);
  print('keys and backup run from the package beside the server');
}

/** Checks the systemd units with systemd-analyze, with paths to this package. */
function checkUnits({ folder }: Packaged, print: Print): void {
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
      ask('security', '--offline=true', `--threshold=${limits.exposure}`, file);
    }
    print(
      `${files.length} units pass systemd-analyze, exposure at most ${limits.exposure / 10} of 10`,
    );
  } finally {
    rmSync(units, { recursive: true });
  }
}

/** Building the same sources in another folder must result in an identical package. */
function checkReproducibility(built: Packaged, print: Print): void {
  const sources = checkOutSources(currentRevision());
  try {
    const parent = join(sources.folder, 'again');
    execFileSync(process.execPath, ['scripts/package.mjs', parent], {
      cwd: sources.folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const again = join(parent, readdirSync(parent)[0] ?? '');
    // `release.json` contains the commit, which is unknown outside of git.
    const diffArguments = ['-rq', '--exclude=release.json', built.folder, again];
    const { stdout, status } = spawnSync('diff', diffArguments, { encoding: 'utf8' });
    verify(`a second package is the same: ${stdout.slice(0, 600)}`, status === 0);
    print('packed again from the same sources in another folder: identical');
  } finally {
    sources.remove();
  }
}

/** Hash of names, sizes, times and contents of all files. */
function fingerprintOf(folder: string): string {
  const script =
    'find . -type f -printf "%p %s %T@ %m\\n" | sort | sha256sum; find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum';
  return execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Uses features that need every shipped part: fonts, texts, worker threads, screens. */
async function walkThrough(server: PackagedServer, remote: SmtpStandIn): Promise<string[]> {
  await checkPages(server.url);
  const heir = await ownerByMail(server, remote, 'heir@far.test');
  await activateProtocol({ server, remote }, heir, 'giver@far.test', 'boris@far.test');
  const letter = await mailedToken(remote, 'boris@far.test', /\/delivery#(\S+)/);
  const archiveBytes = await fetchLetterArchive(server.url, letter);
  const { cookie } = await signInAgain(server, { email: 'heir@far.test' });
  const target = { url: server.url, cookie };
  const id = await createInstruction(target, await addContacts(target));
  await attach(target, id, pdfOf(1_000_000));
  const found = await heir.searchInstructions({ body: { query: 'Орловой' } });
  verify('a search finds the instruction', JSON.stringify(found).includes(id));
  const exportBytes = await exportData(heir);
  return [
    'signed up by mail, added a contact, wrote, started a protocol, delivered',
    `letter archive of ${archiveBytes} bytes, file of 1 MB attached, search, export of ${exportBytes} bytes`,
  ];
}

async function checkPages(url: string): Promise<void> {
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

async function fetchLetterArchive(url: string, token: string): Promise<number> {
  const client = createCookieClient(url);
  const { delivery_id } = await client.openDeliveryLink({ body: { token } });
  const blob = await client.downloadLetterArchive({ params: { id: delivery_id } });
  const bytes = Buffer.from(await blob.arrayBuffer());
  verify('the archive of one letter is a PDF', bytes.subarray(0, 5).toString() === '%PDF-');
  return bytes.length;
}

async function exportData(owner: Awaited<ReturnType<typeof ownerByMail>>): Promise<number> {
  await owner.startExport();
  const ready = await waitFor('the export is complete', async () => {
    const { export: latest } = await owner.getDataExports();
    verify('the export succeeds', latest?.state !== 'failed');
    return latest?.state === 'ready' ? latest : undefined;
  });
  return ready.size_bytes ?? 0;
}

/** A client that keeps cookies. */
function createCookieClient(url: string) {
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
