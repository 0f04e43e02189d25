import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { freePort, waitForListener } from './trial.ts';

const program = '/usr/bin/radosgw';
const bucket = 'vault';
const packages = {
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
  'ceph-common': '/usr/bin/ceph',
  radosgw: program,
};

export interface Ceph {
  version: string;
  /** Environment variables for the product. */
  settings: {
    S3_ENDPOINT: string;
    S3_BUCKET: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
  };
  /** Suspends the gateway with its open connections. */
  hang(): void;
  resume(): void;
  countObjects(): number;
  remove(): Promise<void>;
}

/** Starts a monitor, an in-memory store and the S3 gateway on loopback. */
export async function startCeph(): Promise<Ceph> {
  installIfMissing(packages);
  const folder = mkdtempSync(join(tmpdir(), 'zavet-ceph-'));
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const file = join(folder, 'ceph.conf');
  const cluster = randomUUID();
  writeFileSync(file, configuration({ folder, cluster, monitorPort }));
  const log = openSync(join(folder, 'programs.log'), 'a');
  const stdio: ['ignore', number, number] = ['ignore', log, log];
  const running: ChildProcess[] = [];
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, ['-c', file, ...args], {
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', log],
    });
  const launch = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-c', file, '-f', ...args], { stdio });
    running.push(child);
    return child;
  };
  const remove = async () => {
    for (const child of running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await startCluster({ folder, cluster, monitorPort, run, launch });
    const keys = { access: 'TRIALACCESSKEY', secret: 'trial-secret-key' };
    prepareGateway(run, keys);
    const endpoint = `http://127.0.0.1:${gatewayPort}`;
    const frontend = `beast endpoint=127.0.0.1:${gatewayPort}`;
    const gateway = launch(program, '-n', 'client.admin', '--rgw_frontends', frontend);
    await waitForListener(gatewayPort, 120);
    await createBucket(endpoint, keys);
    return {
      version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
      settings: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: keys.access,
        S3_SECRET_ACCESS_KEY: keys.secret,
      },
      hang: () => void gateway.kill('SIGSTOP'),
      resume: () => void gateway.kill('SIGCONT'),
      countObjects: () => {
        const stats = JSON.parse(run('radosgw-admin', 'bucket', 'stats', `--bucket=${bucket}`));
        return stats.usage?.['rgw.main']?.num_objects ?? 0;
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Cluster {
  folder: string;
  cluster: string;
  monitorPort: number;
  run(program: string, ...args: string[]): string;
  launch(program: string, ...args: string[]): ChildProcess;
}

async function startCluster({ folder, cluster, monitorPort, run, launch }: Cluster): Promise<void> {
  const map = join(folder, 'monmap');
  const address = `[v2:127.0.0.1:${monitorPort}/0]`;
  execFileSync(
    '/usr/bin/monmaptool',
    ['--create', '--addv', 'a', address, '--fsid', cluster, map],
    {
      stdio: 'ignore',
    },
  );
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  const keyring = join(folder, 'keyring');
  createKeyring(keyring);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  launch('ceph-mon', '-i', 'a');
  await waitForListener(monitorPort, 60);
  const id = randomUUID();
  run('ceph', 'osd', 'new', id);
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id);
  launch('ceph-osd', '-i', '0');
  while (!/\b1 up\b/.test(run('ceph', 'osd', 'stat'))) await pause(200);
}

/** One key file for all daemons of the trial. */
function createKeyring(keyring: string): void {
  const allCapabilities = [
    '--cap',
    'mon',
    'allow *',
    '--cap',
    'osd',
    'allow *',
    '--cap',
    'mgr',
    'allow *',
  ];
  for (const [place, name] of ['mon.', 'client.admin', 'osd.0'].entries()) {
    const first = place === 0 ? ['--create-keyring'] : [];
    const args = [keyring, ...first, '--gen-key', '-n', name, ...allCapabilities];
    execFileSync('/usr/bin/ceph-authtool', args, { stdio: 'ignore' });
  }
}

/** Creates a user; this first command also creates the gateway's pools, which is slow. */
function prepareGateway(run: Cluster['run'], keys: { access: string; secret: string }): void {
  const user = ['--uid=trial', '--display-name=Trial'];
  const userKeys = [`--access-key=${keys.access}`, `--secret=${keys.secret}`];
  run('radosgw-admin', 'user', 'create', ...user, ...userKeys);
}

async function createBucket(
  endpoint: string,
  keys: { access: string; secret: string },
): Promise<void> {
  const credentials = { accessKeyId: keys.access, secretAccessKey: keys.secret };
  const client = new S3Client({ endpoint, region: 'default', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
}

function configuration(paths: { folder: string; cluster: string; monitorPort: number }): string {
  const { folder, cluster, monitorPort } = paths;
  return `
[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitorPort}/0]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 4294967296
osd class load list = *
osd class default list = *
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon data = ${folder}/mon
osd data = ${folder}/osd
mon data avail crit = 1
rgw data = ${folder}/rgw
`;
}
