import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import {
  assessDisk,
  checkClock,
  checkFolder,
  clockOfService,
  type DiskSpace,
} from './check-machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('checks the free space of a folder, also before it exists', async () => {
  const { bavail, bsize } = await statfs(folder);
  const freeGigabytes = Math.floor((bavail * bsize) / 1024 ** 3);
  for (const place of [folder, join(folder, 'a', 'b')]) {
    const { says } = await checkFolder('DATA_DIR', place);
    const [, amount, unit] = /^(\d+) (MB|GB) are free in /.exec(says) ?? [];
    const reportedGigabytes = unit === 'GB' ? Number(amount) : Math.floor(Number(amount) / 1024);
    // Other processes may write to the same disk meanwhile.
    expect(Math.abs(reportedGigabytes - freeGigabytes)).toBeLessThanOrEqual(1);
    expect(says.endsWith(place)).toBe(true);
  }
});

test('warns if run as root for a folder of another user', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  const { uid } = statSync(folder);
  if (uid === 0) chownSync(folder, 65_534, 65_534);
  try {
    expect(await checkFolder('DATA_DIR', folder)).toMatchObject({
      state: 'warning',
      todo: expect.stringContaining('as the user of the server'),
    });
  } finally {
    if (uid === 0) chownSync(folder, 0, 0);
    vi.restoreAllMocks();
  }
});

test('refuses a file', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await checkFolder('DATA_DIR', file)).toMatchObject({ state: 'wrong' });
  expect(await checkFolder('DATA_DIR', join(file, 'below'))).toMatchObject({ state: 'wrong' });
});

const judge = (space: Partial<DiskSpace>) =>
  assessDisk('Disk (DATA_DIR)', '/var/lib/zavet', {
    bavail: 4096,
    bsize: 1024 * 1024,
    files: 1_000_000,
    ffree: 1,
    ...space,
  });

test.each([
  [0, 'wrong', '0 MB'],
  [199, 'wrong', '199 MB'],
  [200, 'warning', '200 MB'],
  [2047, 'warning', '2047 MB'],
  [2048, 'ok', '2048 MB'],
  [10_240, 'ok', '10 GB'],
])('assesses %i free megabytes as %s', (bavail, state, size) => {
  expect(judge({ bavail })).toMatchObject({ state, says: `${size} are free in /var/lib/zavet` });
});

test('multiplies free blocks by their size', () => {
  expect(judge({ bavail: 1_048_576, bsize: 4096 }).says).toContain('4096 MB are free');
});

test('refuses a disk without free inodes', () => {
  expect(judge({ ffree: 0 })).toMatchObject({
    state: 'wrong',
    says: 'the disk of /var/lib/zavet can hold no more files',
  });
});

test('ignores inodes on disks without a limit', () => {
  expect(judge({ files: 0, ffree: 0 })).toMatchObject({ state: 'ok' });
});

const never = new AbortController().signal;
const noon = new Date('2026-11-17T12:00:00Z');
const clock = { now: () => noon };
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A web server whose clock is ahead of ours. */
async function serviceAhead(seconds: number): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(404, { date: after(seconds).toUTCString() }).end();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const database = (seconds: number) => ({
  name: 'the database',
  read: async () => after(seconds),
});

test('accepts equal clocks with any response status', async () => {
  const service = clockOfService(await serviceAhead(2));
  expect(await checkClock(clock, [database(0), service], never)).toMatchObject([
    { state: 'ok', says: expect.stringContaining('the database and 127.0.0.1:') },
  ]);
});

test.each([
  [10, 'warning', '10 seconds behind the clock of 127.0.0.1'],
  [600, 'wrong', '600 seconds behind'],
  [-600, 'wrong', '600 seconds ahead of'],
])('reports a service %i seconds ahead as %s', async (seconds, state, says) => {
  const service = clockOfService(await serviceAhead(seconds));
  expect(await checkClock(clock, [service], never)).toMatchObject([
    { state, says: expect.stringContaining(says) },
  ]);
});

test('reports a wrong clock of the database', async () => {
  const service = clockOfService(await serviceAhead(0));
  expect(await checkClock(clock, [database(90), service], never)).toMatchObject([
    { state: 'wrong', says: 'it is 90 seconds behind the clock of the database' },
  ]);
});

test('ignores a clock that cannot be read', async () => {
  const closed = clockOfService('http://127.0.0.1:9');
  expect(await checkClock(clock, [closed, database(0)], never)).toMatchObject([{ state: 'ok' }]);
  expect(await checkClock(clock, [closed], never)).toMatchObject([{ state: 'warning' }]);
  expect(await checkClock(clock, [], never)).toMatchObject([{ state: 'ok' }]);
});
