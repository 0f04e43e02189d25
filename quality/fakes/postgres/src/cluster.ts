import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIfMissing } from './debian-packages.ts';
import { type PatroniNode, patroniNode, shippedFile } from './patroni-node.ts';
import { clusterProcess, databaseUser, isListening, waitFor } from './processes.ts';

/** Three PostgreSQL under Patroni with etcd, and HAProxy in front of the primary. */
export interface PostgresCluster {
  /** The product's database through HAProxy. */
  url: string;
  nodes: readonly PatroniNode[];
  /** The current roles. */
  roles(): Promise<Roles>;
  /** Asks the primary to hand over to the synchronous standby. */
  switchOver(): Promise<void>;
  /** Waits for a primary with two followers, one of them synchronous. */
  waitUntilWhole(): Promise<void>;
  stop(): Promise<void>;
}

export interface Roles {
  primary: PatroniNode | undefined;
  /** Has every acknowledged write. */
  synchronous: PatroniNode | undefined;
  followers: number;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

const places = [1, 2, 3];
/** A lost machine may have to copy the whole database on a busy disk. */
const recoveryTimeoutMs = 5 * 60_000;

/** Uses its own loopback network. Needs root. */
export async function startCluster(): Promise<PostgresCluster> {
  installIfMissing({
    'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
    'etcd-server': '/usr/bin/etcd',
    patroni: '/usr/bin/patroni',
    haproxy: '/usr/sbin/haproxy',
  });
  const folder = mkdtempSync(join(tmpdir(), 'zavet-cluster-'));
  chmodSync(folder, 0o755);
  const network = await freeNetwork();
  const etcd = places.map((place) => etcdMember(folder, place, network));
  // On one machine all connections come from its usual address.
  const replacements = { '10.0.0.0/24': '127.0.0.0/8', '10.0.0.': network };
  const nodes = places.map((place) => patroniNode(folder, place, network, replacements));
  const haproxy = haproxyToPrimary(folder, network);
  const { uid, gid } = databaseUser();
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);

  const members = () => fetchMembers(nodes);
  const roles = async (): Promise<Roles> => {
    const current = await members();
    const named = (role: string) => {
      const name = current.find((one) => one.role === role && isUp(one))?.name;
      return nodes.find((node) => node.name === name);
    };
    const followers = current.filter((one) => one.role !== 'leader' && isUp(one)).length;
    return { primary: named('leader'), synchronous: named('sync_standby'), followers };
  };
  const stop = async () => {
    for (const node of nodes) node.thaw();
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all([haproxy, ...etcd].map((one) => one.end('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  };
  const isWhole = async () => {
    const { primary, synchronous, followers } = await roles();
    return primary !== undefined && synchronous !== undefined && followers === 2;
  };
  const waitUntilWhole = () =>
    waitFor('a whole cluster', isWhole, recoveryTimeoutMs).catch(async (error: Error) => {
      const logs = nodes.map(({ name, logEnd }) => `${name}:\n${logEnd()}`).join('\n');
      throw new Error(`${error.message}: ${JSON.stringify(await members())}\n${logs}`);
    });

  try {
    for (const one of [...etcd, ...nodes, haproxy]) one.start();
    await waitUntilWhole();
    await makeDatabase(folder, await roles());
    await waitFor('HAProxy', () => isListening(`${network}21`, 5000));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://zavet:zavet@${network}21:5000/zavet`,
    nodes,
    roles,
    switchOver: async () => {
      const { primary } = await roles();
      if (!primary) throw new Error('there is no primary to hand over');
      const response = await fetch(`${primary.url}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: primary.name }),
      });
      if (!response.ok) throw new Error(`switchover: ${response.status} ${await response.text()}`);
    },
    waitUntilWhole,
    stop,
  };
}

function isUp({ state }: Member): boolean {
  return state === 'running' || state === 'streaming';
}

/** The first answer in time; frozen nodes do not answer. */
async function fetchMembers(nodes: readonly PatroniNode[]): Promise<Member[]> {
  const asked = nodes.map(async ({ url }) => {
    const response = await fetch(`${url}/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await response.json()) as { members: Member[] }).members;
  });
  return Promise.any(asked).catch(() => []);
}

/** An unused part of the loopback network. */
async function freeNetwork(): Promise<string> {
  for (;;) {
    const part = () => 1 + Math.floor(Math.random() * 250);
    const network = `127.${part()}.${part()}.`;
    const ports = [2379, 2380, 5432, 8008].map((port) => isListening(`${network}11`, port));
    const isUsed = (await Promise.all(ports)).includes(true);
    if (!isUsed) return network;
  }
}

function etcdMember(folder: string, place: number, network: string) {
  const own = join(folder, `etcd${place}`);
  mkdirSync(own);
  const settings = shippedFile('etcd.env', place, {
    '10.0.0.': network,
    '/var/lib/etcd/zavet': join(own, 'data'),
  });
  const variables = settings.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  const env = Object.fromEntries(
    variables.map((line) => [line.replace(/=.*/, ''), line.replace(/^[A-Z_]+=/, '')]),
  );
  return clusterProcess({
    program: '/usr/bin/etcd',
    args: [],
    // Debian's etcd runs on arm64 although upstream does not support it.
    env: process.arch === 'arm64' ? { ...env, ETCD_UNSUPPORTED_ARCH: 'arm64' } : env,
    logFile: join(own, 'log'),
  });
}

function haproxyToPrimary(folder: string, network: string) {
  const file = join(folder, 'haproxy.cfg');
  const settings = shippedFile('haproxy.cfg', 1, {
    '127.0.0.1:5000': `${network}21:5000`,
    '10.0.0.': network,
  });
  writeFileSync(file, settings);
  return clusterProcess({
    program: '/usr/sbin/haproxy',
    args: ['-db', '-f', file],
    logFile: join(folder, 'haproxy.log'),
  });
}

/** Once, on the primary, as documented in operations.md. */
async function makeDatabase(folder: string, { primary }: Roles): Promise<void> {
  const sockets = join(folder, primary?.name ?? '', 'sockets');
  const statements = [
    "create role zavet login password 'zavet'",
    'create database zavet owner zavet',
  ];
  for (const statement of statements) {
    execFileSync('psql', ['-h', sockets, '-U', 'postgres', '-d', 'postgres', '-c', statement], {
      stdio: 'ignore',
      ...databaseUser(),
    });
  }
}
