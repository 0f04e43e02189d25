import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../clock.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import { fetchOnce } from './http-probe.ts';

const oldestNode = 24;

export function checkNode(version: string): Finding {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (major >= oldestNode) return ok('Node', version);
  const says = `${version} is older than ${oldestNode}, with which the program was made`;
  return wrong('Node', says, 'Start it with npm, which brings the right one, or install it.');
}

/** The folder must be writable or creatable, with enough free space. */
export async function checkFolder(name: string, folder: string): Promise<Finding> {
  const about = `Disk (${name})`;
  const existing = await nearestExistingPath(folder);
  const stats = await stat(existing);
  if (!stats.isDirectory()) {
    return wrong(about, `${existing} is not a folder`, `Name another ${name}.`);
  }
  // As root, the access check below would always succeed.
  if (process.getuid?.() === 0 && stats.uid !== 0) {
    const says = `${existing} belongs to another user than the one who runs this`;
    return warning(about, says, 'Run this as the user of the server, who meets other rights.');
  }
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch {
    const todo = 'Give it to the user of the server (chown), or name another one.';
    return wrong(about, `${existing} may not be written to`, todo);
  }
  return assessDisk(about, folder, await statfs(existing));
}

/** The folder or its nearest existing parent. */
async function nearestExistingPath(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || path === dirname(path) ? path : nearestExistingPath(dirname(path));
}

/** Fields of `statfs`. */
export interface DiskSpace {
  /** Free blocks for unprivileged users, and bytes per block. */
  bavail: number;
  bsize: number;
  /** Total number of inodes, 0 for no limit, and number of free inodes. */
  files: number;
  ffree: number;
}

const megabyte = 1024 * 1024;
const warnBelowBytes = 2048 * megabyte;
const wrongBelowBytes = 200 * megabyte;

export function assessDisk(about: string, folder: string, space: DiskSpace): Finding {
  const { bavail, bsize, files, ffree } = space;
  if (files > 0 && ffree === 0) {
    return wrong(about, `the disk of ${folder} can hold no more files`, 'Make room there.');
  }
  const bytes = bavail * bsize;
  const says = `${sizeOf(bytes)} are free in ${folder}`;
  if (bytes < wrongBelowBytes) return wrong(about, says, 'Make room there now.');
  if (bytes < warnBelowBytes) return warning(about, says, 'Make room there soon.');
  return ok(about, says);
}

function sizeOf(bytes: number): string {
  const megabytes = Math.floor(bytes / megabyte);
  return megabytes < 10_240 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}

export interface ReferenceClock {
  name: string;
  read(signal: AbortSignal): Promise<Date | undefined>;
}

const aboutClock = 'Clock';
/** HTTP dates have whole seconds, and responses take time. */
const toleratedMs = 3_000;
/** Above this difference, authenticator codes are refused and waiting periods are wrong. */
const harmfulMs = 30_000;

/**
 * Compares the clock with other clocks. Skips clocks that cannot be read; other checks report them.
 */
export async function checkClock(
  clock: Clock,
  others: readonly ReferenceClock[],
  signal: AbortSignal,
): Promise<Finding[]> {
  if (others.length === 0) return [ok(aboutClock, 'nothing that is configured tells the time')];
  const read = await Promise.all(others.map((other) => compare(clock, other, signal)));
  const found = read.filter((one) => one !== undefined);
  if (found.length === 0) {
    const todo = 'Make sure that this machine keeps its time by NTP (timedatectl).';
    return [warning(aboutClock, 'there was no other clock to compare ours with', todo)];
  }
  const apart = found.filter(({ ms }) => Math.abs(ms) > toleratedMs);
  if (apart.length === 0) {
    return [ok(aboutClock, `it agrees with ${found.map(({ name }) => name).join(' and ')}`)];
  }
  return apart.map(({ name, ms }) => {
    const seconds = Math.round(Math.abs(ms) / 1000);
    const says = `it is ${seconds} seconds ${ms > 0 ? 'behind' : 'ahead of'} the clock of ${name}`;
    const todo = 'Let both machines keep their time by NTP (timedatectl set-ntp true).';
    return Math.abs(ms) > harmfulMs
      ? wrong(aboutClock, says, todo)
      : warning(aboutClock, says, todo);
  });
}

async function compare(clock: Clock, other: ReferenceClock, signal: AbortSignal) {
  const before = clock.now().getTime();
  const theirs = await other.read(signal).catch(() => undefined);
  if (!theirs) return undefined;
  const ours = (before + clock.now().getTime()) / 2;
  return { name: other.name, ms: theirs.getTime() - ours };
}

/** Reads the Date header of any response. */
export function clockOfService(url: string): ReferenceClock {
  const { origin, host } = new URL(url);
  return {
    name: host,
    read: async (signal) => {
      const { headers } = await fetchOnce(origin, { method: 'HEAD', signal });
      return headers.date ? new Date(headers.date) : undefined;
    },
  };
}
