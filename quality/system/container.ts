import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { childrenOf, packProject } from './packaged.ts';
import { ownerByMail, publicUrl } from './people.ts';
import { freePort, type Print, verify } from './trial.ts';

const secretPath = '/run/master.key';
const imageUser = 10_001;

/**
 * The package as an image on a bare Debian, built from the shipped Containerfile without a registry.
 * It runs as the image's user on the network of this machine.
 */
export async function container(print: Print): Promise<void> {
  installIfMissing({ buildah: '/usr/bin/buildah', debootstrap: '/usr/sbin/debootstrap' });
  const storage = mkdtempSync(join(tmpdir(), 'zavet-images-'));
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storageOptions(storage), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: storage },
    }).trim();
  const built = packProject();
  const remote = await startSmtpStandIn();
  const postgres = await startPostgresStandIn();
  try {
    buildBaseImage(buildah, join(storage, 'debian'), print);
    const startedAt = performance.now();
    buildah(
      ...['bud', '--format', 'oci', '--build-arg', 'BASE=localhost/bare-debian'],
      ...['-t', 'zavet', '-f', join(built.folder, 'Containerfile'), built.folder],
    );
    const archive = join(storage, 'zavet.tar');
    buildah('push', '--quiet', 'zavet', `oci-archive:${archive}`);
    const [mb, seconds] = [statSync(archive).size / 1e6, (performance.now() - startedAt) / 1000];
    print(`image of ${mb.toFixed(0)} MB, compressed, built in ${seconds.toFixed(0)} s`);
    const env = {
      DATABASE_URL: await postgres.newDatabase('contained'),
      SMTP_URL: `${remote.url}?ignoreTLS=true`,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl,
      MASTER_KEY_FILE: secretPath,
      SUPPORT_EMAIL: 'support@far.test',
      PORT: String(await freePort()),
    };
    const name = buildah('from', '--pull-never', 'zavet');
    const user = buildah('run', name, '--', 'id', '-u');
    verify(`the image runs as an unprivileged user, not ${user}`, user === String(imageUser));
    await checkSignUp(storage, name, env, remote, print);
    buildah('rm', name);
  } finally {
    await remote.stop();
    await postgres.stop();
    built.remove();
    rmSync(storage, { recursive: true, force: true });
  }
}

const storageOptions = (storage: string) => [
  ...['--root', join(storage, 'root'), '--runroot', join(storage, 'run')],
  ...['--storage-driver', 'vfs'],
];

function buildBaseImage(
  buildah: (...args: string[]) => string,
  folder: string,
  print: Print,
): void {
  const startedAt = performance.now();
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { stdio: 'ignore' });
  chmodSync(folder, 0o755);
  print(`created a bare Debian in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const scratch = buildah('from', 'scratch');
  buildah('add', '--quiet', scratch, folder, '/');
  buildah('commit', '--quiet', '--rm', scratch, 'localhost/bare-debian');
}

/** Runs the entry point's command explicitly, because buildah ignores entry points. */
async function checkSignUp(
  storage: string,
  name: string,
  env: Record<string, string>,
  remote: Awaited<ReturnType<typeof startSmtpStandIn>>,
  print: Print,
): Promise<void> {
  const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const secret = join(storage, 'master.key');
  writeFileSync(secret, Buffer.alloc(32, 7).toString('base64'), { mode: 0o400 });
  chownSync(secret, imageUser, imageUser);
  const secretVolume = ['--volume', `${secret}:${secretPath}:ro`];
  const args = [
    ...storageOptions(storage),
    'run',
    '--isolation',
    'chroot',
    ...secretVolume,
    ...variables,
    name,
  ];
  const child = spawn('buildah', [...args, '--', '/opt/zavet/zavet', 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, TMPDIR: storage },
  });
  const ended = once(child, 'close');
  const startedAt = performance.now();
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    while (!output.includes('server_ready')) {
      verify(
        `the server starts: ${output}`,
        child.exitCode === null && performance.now() - startedAt < 60_000,
      );
      await pause(20);
    }
    const readyMs = performance.now() - startedAt;
    const url = `http://127.0.0.1:${env.PORT}`;
    const client = () => createClient(endpoints, (path, init) => fetch(`${url}${path}`, init));
    const server = { url, pid: child.pid ?? 0, client, stop: async () => {} };
    const owner = await ownerByMail(server, remote, 'contained@far.test');
    const { session } = await owner.getSession();
    verify('the new owner is signed in', session?.user.email === 'contained@far.test');
    const { version } = await client().getVersion();
    print(`version ${version} ready after ${(readyMs / 1000).toFixed(1)} s, signed up by mail`);
  } finally {
    // As in operation, the container's first process gets the signal.
    process.kill(findServerProcess(child.pid ?? 0) ?? -(child.pid ?? 0), 'SIGTERM');
    await ended;
  }
  verify('SIGTERM ends the server orderly', /server_stopping/.test(output) && child.exitCode === 0);
}

/** Finds the server among the child processes of buildah. */
function findServerProcess(pid: number): number | undefined {
  for (const child of childrenOf(pid)) {
    const command = readFileSync(`/proc/${child}/cmdline`, 'utf8');
    if (command.startsWith('/opt/zavet/bin/node')) return child;
    const found = findServerProcess(child);
    if (found) return found;
  }
  return undefined;
}
