import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectStores } from '../../../../test/object-stores.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { makeBackup } from './make-backup.ts';
import { pruneBackups } from './previous-backups.ts';
import { checkBackup } from './verify-backup.ts';

const progress = { print: () => {}, signal: new AbortController().signal };
let product: TestProduct;
let person: Person;
let instructionId: string;
const keys: string[] = [];
let folder: string;

beforeAll(async () => {
  product = await startTestProduct();
  person = await signedInPerson(product);
  instructionId = (await writeInstruction(person)).id;
  for (const name of ['a', 'b', 'c']) await addFile(name);
});
afterAll(async () => {
  await product.stop();
  rmSync(cache, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function addFile(name: string): Promise<string> {
  const { id } = await attach(person, instructionId, `${name}.txt`, textOf(5_000, name));
  const key = `files/${person.userId}/${id}`;
  keys.push(key);
  return key;
}

function recordReads(store: ObjectStore) {
  const read: string[] = [];
  const get: ObjectStore['get'] = (key, range) => {
    read.push(key);
    return store.get(key, range);
  };
  return { store: { ...store, get }, read };
}

function storeWithout(lost: string): ObjectStore {
  const { store } = product;
  return {
    ...store,
    async *list(prefix) {
      for await (const object of store.list(prefix)) if (object.key !== lost) yield object;
    },
    head: async (key) => (key === lost ? undefined : store.head(key)),
    get: async (key, range) => store.get(key === lost ? `${key}-lost` : key, range),
  };
}

const backUp = (name: string, store = product.store, isFull = false) =>
  makeBackup({ ...product, store }, join(folder, name), progress, { isFull });

const cache = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
let cachedFiles = 0;

/** Makes a backup `1` of all files so far, or copies a cached one. */
async function previousBackup(): Promise<void> {
  const path = join(cache, String(keys.length));
  if (cachedFiles !== keys.length) await makeBackup(product, path, progress, { isFull: true });
  cachedFiles = keys.length;
  cpSync(path, join(folder, '1'), { recursive: true });
}

const objectIn = (name: string, key: string) => join(folder, name, 'objects', key);
const inodeOf = (name: string, key: string) => statSync(objectIn(name, key)).ino;
const editFile = (path: string, how: (text: string) => string) =>
  writeFileSync(path, how(readFileSync(path, 'utf8')));

describe('a backup beside a previous one', () => {
  it.each(objectStores)('reads only new objects from %s', async (_, open) => {
    const { store, close } = await open();
    const fill = async () => {
      for await (const { key, size } of product.store.list('files/')) {
        if (!(await store.head(key))) await store.put(key, await product.store.get(key), size);
      }
    };
    try {
      await fill();
      const first = recordReads(store);
      expect(await backUp('1', first.store)).toMatchObject({ copied: keys.length });
      expect(first.read.toSorted()).toEqual(keys.toSorted());

      const added = await addFile(`new in ${_}`);
      await fill();
      const second = recordReads(store);
      const made = await backUp('2', second.store);
      expect(second.read).toEqual([added]);
      const { size } = statSync(objectIn('2', added));
      expect(made).toMatchObject({ objects: keys.length, copied: 1, copied_bytes: size });
    } finally {
      await close();
    }
  });

  it('depends on no other backup, and none depends on it', async () => {
    await previousBackup();
    for (const name of ['2', '3']) await backUp(name);
    rmSync(join(folder, '1'), { recursive: true });
    rmSync(join(folder, '3'), { recursive: true });
    expect(await checkBackup(join(folder, '2'), progress)).toMatchObject({ rows: keys.length });
  });

  it('leaves the previous one intact when aborted', async () => {
    await previousBackup();
    const stop = new AbortController();
    const store: ObjectStore = {
      ...product.store,
      async *list(prefix) {
        yield* product.store.list(prefix);
        stop.abort(new Error('aborted'));
      },
    };
    const stopping = { print: () => {}, signal: stop.signal };
    const aborted = makeBackup({ ...product, store }, join(folder, '2'), stopping);
    await expect(aborted).rejects.toThrow();
    expect(stop.signal.aborted).toBe(true);
    expect(readdirSync(folder)).toEqual(['1']);
    await checkBackup(join(folder, '1'), progress);
  });

  it('shares nothing with --full', async () => {
    await previousBackup();
    expect(await backUp('2', product.store, true)).toMatchObject({ copied: keys.length });
    for (const key of keys) expect(inodeOf('2', key)).not.toBe(inodeOf('1', key));
  });

  it.each<[string, () => void]>([
    [
      'with a changed list of files',
      () => cpSync(join(folder, '1', 'jobs.ndjson.gz'), join(folder, '1', 'objects.ndjson.gz')),
    ],
    ['that is incomplete', () => rmSync(join(folder, '1', 'manifest.json'))],
    [
      'that is still being written',
      () => {
        cpSync(join(folder, '1'), join(folder, '9.part'), { recursive: true });
        rmSync(join(folder, '1'), { recursive: true });
      },
    ],
  ])('shares nothing with a backup %s', async (_, damage) => {
    await previousBackup();
    damage();
    expect(await backUp('2')).toMatchObject({ copied: keys.length });
    await checkBackup(join(folder, '2'), progress);
  });

  it('copies objects that are missing or damaged in the previous one', async () => {
    await previousBackup();
    const [lost = '', cut = ''] = keys;
    rmSync(objectIn('1', lost));
    editFile(objectIn('1', cut), (text) => text.slice(0, 100));
    expect(await backUp('2')).toMatchObject({ copied: 2 });
    await checkBackup(join(folder, '2'), progress);
  });

  it.each([false, true])('keeps an object that the store has lost (--full: %s)', async (isFull) => {
    await previousBackup();
    const [lost = ''] = keys;
    const lines: string[] = [];
    const made = await makeBackup(
      { ...product, store: storeWithout(lost) },
      join(folder, '2'),
      { ...progress, print: (line) => lines.push(line) },
      { isFull },
    );
    expect(made).toMatchObject({ objects: keys.length, lost: 1, missing: 0 });
    expect(lines).toContainEqual(expect.stringMatching(`taken from the previous .*${lost}`));
    expect(inodeOf('2', lost)).toBe(inodeOf('1', lost));
    await checkBackup(join(folder, '2'), progress);
  });

  it('queries the store directly if its list is stale', async () => {
    await previousBackup();
    const store: ObjectStore = { ...product.store, async *list() {} };
    expect(await backUp('2', store)).toMatchObject({ objects: keys.length, copied: 0 });
  });
});

describe('checking a backup', () => {
  it('prints every damaged or missing file', async () => {
    await previousBackup();
    await backUp('2');
    const [flipped = '', lost = ''] = keys;
    const bytes = readFileSync(objectIn('1', flipped));
    bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
    writeFileSync(objectIn('1', flipped), bytes);
    rmSync(objectIn('2', lost));
    const lines: string[] = [];
    const checking = checkBackup(join(folder, '2'), {
      ...progress,
      print: (line) => lines.push(line),
    });
    await expect(checking).rejects.toThrow(/^2 files .* with --full\.$/);
    expect(lines.toSorted()).toEqual(
      [flipped, lost].toSorted().map((key) => expect.stringContaining(key)),
    );
  });
});

describe('pruning backups', () => {
  const day = 24 * 60 * 60 * 1000;
  /** Makes backups with these names and ages in days. */
  async function backupsOfAges(ages: Record<string, number>, now: Date): Promise<void> {
    for (const [name, age] of Object.entries(ages)) {
      await backUp(name);
      editFile(join(folder, name, 'manifest.json'), (text) =>
        text.replace(
          /"created_at": "[^"]+"/,
          `"created_at": "${new Date(now.getTime() - age * day).toISOString()}"`,
        ),
      );
    }
  }

  it('removes old ones, keeps others intact, and completes interrupted removals', async () => {
    const now = new Date();
    await backupsOfAges({ old: 31, older: 40, fresh: 29 }, now);
    mkdirSync(join(folder, 'half.being-removed', 'objects'), { recursive: true });
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const pruned = await pruneBackups(folder, 30, now, progress);
    expect(pruned).toEqual({ kept: 1, removed: 2 });
    expect(readdirSync(folder).sort()).toEqual(['fresh', 'notes.txt', 'other']);
    await checkBackup(join(folder, 'fresh'), progress);
  });

  it('never removes the newest', async () => {
    const now = new Date();
    await backupsOfAges({ one: 90, two: 60 }, now);
    await pruneBackups(folder, 30, now, progress);
    expect(readdirSync(folder)).toEqual(['two']);
  });

  it('is refused for a backup itself and for a missing folder', async () => {
    await previousBackup();
    for (const wrong of [join(folder, '1'), join(folder, 'away')]) {
      await expect(pruneBackups(wrong, 1, new Date(), progress)).rejects.toThrow(CommandRefused);
    }
    expect(existsSync(join(folder, '1', 'manifest.json'))).toBe(true);
  });
});
