import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keysOf, stallingAfter, streamOf } from '../../../test/object-stores.ts';
import { listFolder, mapFileErrors, writeDurably } from './folder-files.ts';
import { createLocalFolderStore } from './local-folder-store.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { isStorageFull } from './storage-full.ts';

let home: string;
let root: string;
let store: ObjectStore;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'folder-store-'));
  root = join(home, 'data', 'objects');
  store = createLocalFolderStore(root);
});
afterEach(() => rm(home, { recursive: true }));

test.runIf(existsSync('/dev/full'))('a full disk is reported as such', async () => {
  const write = mapFileErrors(() =>
    writeDurably('/dev/full', 'r+', (handle) => handle.writeFile('content')),
  );

  await expect(write).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  await expect(write).rejects.toSatisfy(isStorageFull);
});

test('objects are not readable by other users', async () => {
  await store.put('owner/file', streamOf('content'), 7);
  await store.copy('owner/file', 'owner/copy');

  const paths = await readdir(root, { recursive: true });
  expect(paths.sort()).toEqual(['.unfinished', 'owner', 'owner/copy.object', 'owner/file.object']);
  for (const path of paths) expect((await stat(join(root, path))).mode & 0o077).toBe(0);
  expect((await stat(root)).mode & 0o077).toBe(0);
});

test('an incomplete object is not visible', async () => {
  const source = stallingAfter(Buffer.from('beginning'));
  const put = store.put('owner/file', source.bytes, 12);
  await source.stalled;
  expect(await store.head('owner/file')).toBeUndefined();
  expect(await keysOf(store, '')).toEqual([]);
  source.bytes.push('end');
  source.bytes.push(null);
  await put;

  expect(await text(await store.get('owner/file'))).toBe('beginningend');
});

test('a failed put leaves no temporary files', async () => {
  await expect(store.put('owner/short', streamOf('1'), 2)).rejects.toThrow();
  await expect(store.put('owner/long', streamOf('123'), 2)).rejects.toThrow();
  await store.probe();

  expect(await readdir(root, { recursive: true })).toEqual(['.unfinished']);
});

test('sweep removes abandoned files but no current ones', async () => {
  const source = stallingAfter(Buffer.from('beginning'));
  const put = store.put('owner/slow', source.bytes, 12);
  await source.stalled;
  const dead = join(root, '.unfinished', 'dead');
  await writeFile(dead, 'half a file');
  await utimes(dead, new Date('2026-01-01T10:00:00Z'), new Date('2026-01-01T10:00:00Z'));
  await store.sweep(new Date('2026-01-01T11:00:00Z'));
  source.bytes.push('end');
  source.bytes.push(null);
  await put;

  expect(await readdir(join(root, '.unfinished'))).toEqual([]);
  expect(await keysOf(store, '')).toEqual(['owner/slow']);
});

test('removing or moving the last object removes empty folders', async () => {
  await store.put('owner/one/file', streamOf('1'), 1);
  await store.put('owner/two', streamOf('2'), 1);
  await store.move('owner/one/file', 'other/file');
  expect(await readdir(join(root, 'owner'))).toEqual(['two.object']);
  await store.remove(['owner/two', 'other/file']);

  expect(await readdir(root)).toEqual(['.unfinished']);
});

test('a move updates modified_at', async () => {
  await store.put('owner/file', streamOf('1'), 1);
  const past = new Date('2026-01-01T10:00:00Z');
  await utimes(join(root, 'owner', 'file.object'), past, past);
  expect(await store.head('owner/file')).toEqual({ size: 1, modified_at: past });
  await store.copy('owner/file', 'owner/copy');
  await store.move('owner/file', 'owner/moved');

  for (const key of ['owner/copy', 'owner/moved']) {
    expect((await store.head(key))?.modified_at.getTime()).toBeGreaterThan(past.getTime());
  }
});

test('a large folder is listed in order, in several passes', async () => {
  const names = ['a', 'a-1', 'a/1', 'a/2', 'b', 'c/1', 'c/2', 'c/3', 'd', 'e', 'f/1/2', 'g'];
  for (const name of names.toReversed()) await store.put(name, streamOf('1'), 1);

  for (const namesAtOnce of [1, 2, 3, 100]) {
    const listed: string[] = [];
    for await (const { key } of listFolder(root, '', namesAtOnce)) listed.push(key);
    expect(listed).toEqual(names);
  }
});

test('other files in the folder are not listed', async () => {
  await store.put('owner/file', streamOf('1'), 1);
  await mkdir(join(root, 'Lost and found'));
  await writeFile(join(root, 'owner', '.DS_Store'), '');
  await writeFile(join(root, 'owner', 'notes.txt'), '');
  await writeFile(join(root, 'owner', 'Upper.object'), '');

  expect(await keysOf(store, '')).toEqual(['owner/file']);
});

test('a single byte can be read', async () => {
  await store.put('owner/file', streamOf('0123'), 4);

  expect(await text(await store.get('owner/file', { start: 0, end: 0 }))).toBe('0');
});

test('abandoned reads close their file descriptors', async () => {
  await store.put('owner/file', streamOf(Buffer.alloc(500_000)), 500_000);
  const before = await openFilesBelow(root);
  for (let readers = 0; readers < 20; readers += 1) {
    const stream = await store.get('owner/file');
    if (readers % 2) await stream[Symbol.asyncIterator]().next();
    stream.destroy();
    await finished(stream).catch(() => {});
  }
  await expect(store.get('owner/file', { start: 500_000, end: 500_001 })).rejects.toThrow();

  expect(before).toBe(0);
  expect(await openFilesBelow(root)).toBe(0);
});

test('concurrent puts are limited, and waiting ones can be aborted', async () => {
  const stop = new AbortController();
  const sources = Array.from({ length: 600 }, () => stallingAfter(Buffer.from('1')));
  const puts = sources.map(({ bytes }, at) => store.put(`owner/${at}`, bytes, 2, stop.signal));
  await Promise.all(sources.slice(0, 256).map(({ stalled }) => stalled));
  expect(await openFilesBelow(root)).toBe(256);
  for (const { bytes } of sources.slice(0, 256)) {
    bytes.push('2');
    bytes.push(null);
  }
  await Promise.all(puts.slice(0, 256));
  await Promise.all(sources.slice(256, 512).map(({ stalled }) => stalled));
  stop.abort(new Error('enough'));
  const rest = await Promise.allSettled(puts.slice(256));

  expect(rest.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await keysOf(store, '')).toHaveLength(256);
  expect(await readdir(join(root, '.unfinished'))).toEqual([]);
  expect(await openFilesBelow(root)).toBe(0);
});

test('an unusable folder makes the store unavailable', async () => {
  await mkdir(join(home, 'data'));
  await writeFile(root, 'a file where the folder should be');

  const calls = [
    store.probe(),
    store.put('owner/file', streamOf('1'), 1),
    store.get('owner/file'),
    store.head('owner/file'),
    keysOf(store, 'owner/'),
    store.copy('owner/file', 'owner/other'),
    store.move('owner/file', 'owner/other'),
    store.remove(['owner/file']),
    store.sweep(new Date()),
  ];
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({ status: 'rejected', reason: expect.any(ObjectStoreUnavailable) });
    expect(call).toMatchObject({ reason: { cause: { code: expect.stringMatching(/^E[A-Z]+$/) } } });
  }
});

/** Open files below the folder, on Linux only. */
async function openFilesBelow(folder: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const paths = await Promise.all(
    descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(folder)).length;
}
