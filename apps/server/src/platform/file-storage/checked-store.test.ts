import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, streamOf } from '../../../test/object-stores.ts';
import { type CheckedStore, createCheckedStore } from './checked-store.ts';
import { createLocalFolderStore } from './local-folder-store.ts';
import { ObjectMissing, type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import { markKey } from './store-identity.ts';

const id = '0b7e1d3c-9a44-4c59-8f5e-2a51c7f0a111';
let home: string;
let mounted: string;
let store: CheckedStore;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'checked-store-'));
  mounted = join(home, 'objects');
  const folder = createLocalFolderStore(mounted);
  await folder.put(markKey(id), streamOf(), 0);
  store = createCheckedStore(folder, { agree: async () => id, believedMs: 0 });
  await store.put('owner/file', streamOf('content'), 7);
});
afterEach(() => rm(home, { recursive: true }));

const unmount = async () => {
  await rename(mounted, join(home, 'elsewhere'));
  await mkdir(mounted);
};
const mountAgain = async () => {
  await rm(mounted, { recursive: true });
  await rename(join(home, 'elsewhere'), mounted);
};

describe('a folder whose disk went away', () => {
  it('counts nothing as removed', async () => {
    await unmount();
    await expect(store.remove(['owner/file'])).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await mountAgain();
    expect(await text(await store.get('owner/file'))).toBe('content');
    await store.remove(['owner/file']);
    expect(await store.head('owner/file')).toBeUndefined();
  });

  it('gets nothing written into what lies under it', async () => {
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

  it('is away, not empty, for those who read', async () => {
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

  it('acknowledges no object that came while it went', async () => {
    const folder = createLocalFolderStore(mounted);
    const whileGoing: ObjectStore = {
      ...folder,
      put: async (...given) => {
        await folder.put(...given);
        await unmount();
      },
      remove: async () => unmount(),
    };
    const going = createCheckedStore(whileGoing, { agree: async () => id, believedMs: 0 });
    const put = going.put('owner/late', streamOf('late'), 4);
    await expect(put).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await mountAgain();
    await expect(going.remove(['owner/file'])).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  });

  it('is used again as soon as it is back', async () => {
    await unmount();
    await expect(store.head('owner/file')).rejects.toThrow();
    await mountAgain();
    await store.put('owner/other', streamOf('other'), 5);
    expect(await keysOf(store, 'owner/')).toEqual(['owner/file', 'owner/other']);
  });
});

describe('a store that is there', () => {
  it('says of a missing object that it is missing', async () => {
    await expect(store.get('owner/none')).rejects.toBeInstanceOf(ObjectMissing);
    expect(await store.head('owner/none')).toBeUndefined();
  });

  it('is not touched before database and store agree, however many begin at once', async () => {
    const folder = createLocalFolderStore(mounted);
    let asked = 0;
    const agree = async () => {
      asked += 1;
      throw new Error('another store');
    };
    const foreign = createCheckedStore(folder, { agree, believedMs: 0 });
    const calls = [
      foreign.put('owner/other', streamOf('other'), 5),
      foreign.remove(['owner/file']),
      foreign.get('owner/file'),
      keysOf(foreign, ''),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { message: 'another store' } });
    }
    expect(asked).toBe(1);
    expect(await keysOf(store, 'owner/')).toEqual(['owner/file']);
  });

  it('is asked for its mark again only when the last look is old', async () => {
    const folder = createLocalFolderStore(mounted);
    let looks = 0;
    let now = 0;
    const counting: ObjectStore = {
      ...folder,
      head: (key) => {
        if (key === markKey(id)) looks += 1;
        return folder.head(key);
      },
    };
    const options = { agree: async () => id, believedMs: 60_000, now: () => now };
    const patient = createCheckedStore(counting, options);
    for (let call = 0; call < 10; call += 1) await patient.remove(['owner/none']);
    expect(looks).toBe(0);
    now = 60_000;
    for (let call = 0; call < 10; call += 1) await patient.remove(['owner/none']);
    expect(looks).toBe(1);
  });
});
