import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, streamOf } from '../../../test/object-stores.ts';
import { type CheckedStore, createCheckedStore } from './checked-store.ts';
import { createLocalFolderStore } from './local-folder-store.ts';
import { ObjectMissing, type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { markerKey } from './store-identity.ts';

const id = '0b7e1d3c-9a44-4c59-8f5e-2a51c7f0a111';
let home: string;
let mounted: string;
let store: CheckedStore;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'checked-store-'));
  mounted = join(home, 'objects');
  const folder = createLocalFolderStore(mounted);
  await folder.put(markerKey(id), streamOf(), 0);
  store = createCheckedStore(folder, { verify: async () => id, recheckAfterMs: 0 });
  await store.put('owner/file', streamOf('content'), 7);
});
afterEach(() => rm(home, { recursive: true }));

const unmount = async () => {
  await rename(mounted, join(home, 'elsewhere'));
  await mkdir(mounted);
};
const remount = async () => {
  await rm(mounted, { recursive: true });
  await rename(join(home, 'elsewhere'), mounted);
};

describe('a folder whose disk was unmounted', () => {
  it('removes nothing', async () => {
    await unmount();
    await expect(store.remove(['owner/file'])).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await remount();
    expect(await text(await store.get('owner/file'))).toBe('content');
    await store.remove(['owner/file']);
    expect(await store.head('owner/file')).toBeUndefined();
  });

  it('does not write to the mount point', async () => {
    await unmount();
    for (const call of [
      () => store.put('owner/other', streamOf('other'), 5),
      () => store.copy('owner/file', 'owner/other'),
      () => store.move('owner/file', 'owner/other'),
      () => store.probe(),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    }
    expect(await readdir(mounted)).toEqual([]);
  });

  it('is unavailable, not empty, for readers', async () => {
    await unmount();
    for (const call of [
      () => store.get('owner/file'),
      () => store.head('owner/file'),
      () => keysOf(store, ''),
      () => store.sweep(new Date()),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    }
  });

  it('does not acknowledge writes during the unmount', async () => {
    const folder = createLocalFolderStore(mounted);
    const unmounting: ObjectStore = {
      ...folder,
      put: async (...given) => {
        await folder.put(...given);
        await unmount();
      },
      remove: async () => unmount(),
    };
    const checked = createCheckedStore(unmounting, { verify: async () => id, recheckAfterMs: 0 });
    const put = checked.put('owner/late', streamOf('late'), 4);
    await expect(put).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await remount();
    await expect(checked.remove(['owner/file'])).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  });

  it('is used again after a remount', async () => {
    await unmount();
    await expect(store.head('owner/file')).rejects.toThrow();
    await remount();
    await store.put('owner/other', streamOf('other'), 5);
    expect(await keysOf(store, 'owner/')).toEqual(['owner/file', 'owner/other']);
  });
});

describe('an available store', () => {
  it('reports missing objects', async () => {
    await expect(store.get('owner/none')).rejects.toBeInstanceOf(ObjectMissing);
    expect(await store.head('owner/none')).toBeUndefined();
  });

  it('is not used before a single verification, even by concurrent callers', async () => {
    const folder = createLocalFolderStore(mounted);
    let verifications = 0;
    const verify = async () => {
      verifications += 1;
      throw new Error('another store');
    };
    const foreign = createCheckedStore(folder, { verify, recheckAfterMs: 0 });
    const calls = [
      foreign.put('owner/other', streamOf('other'), 5),
      foreign.remove(['owner/file']),
      foreign.get('owner/file'),
      keysOf(foreign, ''),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { message: 'another store' } });
    }
    expect(verifications).toBe(1);
    expect(await keysOf(store, 'owner/')).toEqual(['owner/file']);
  });

  it('rechecks its marker only after the interval', async () => {
    const folder = createLocalFolderStore(mounted);
    let checks = 0;
    let now = 0;
    const counting: ObjectStore = {
      ...folder,
      head: (key) => {
        if (key === markerKey(id)) checks += 1;
        return folder.head(key);
      },
    };
    const options = { verify: async () => id, recheckAfterMs: 60_000, now: () => now };
    const cached = createCheckedStore(counting, options);
    for (let call = 0; call < 10; call += 1) await cached.remove(['owner/none']);
    expect(checks).toBe(0);
    now = 60_000;
    for (let call = 0; call < 10; call += 1) await cached.remove(['owner/none']);
    expect(checks).toBe(1);
  });
});
