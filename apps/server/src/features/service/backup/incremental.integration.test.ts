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

const progress = { tell: () => {}, signal: new AbortController().signal };
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
  rmSync(kept, { recursive: true, force: true });
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

/** A store that writes down whose bytes were asked for. */
function watched(store: ObjectStore) {
  const read: string[] = [];
  const get: ObjectStore['get'] = (key, range) => {
    read.push(key);
    return store.get(key, range);
  };
  return { store: { ...store, get }, read };
}

const backUp = (name: string, store = product.store, isFull = false) =>
  makeBackup({ ...product, store }, join(folder, name), progress, { isFull });

const kept = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
let keptFiles = 0;

/** A backup named `1`, of all files so far; a copy, where there is one. */
async function formerBackup(): Promise<void> {
  const path = join(kept, String(keys.length));
  if (keptFiles !== keys.length) await makeBackup(product, path, progress, { isFull: true });
  keptFiles = keys.length;
  cpSync(path, join(folder, '1'), { recursive: true });
}

const objectIn = (name: string, key: string) => join(folder, name, 'objects', key);
const inodeOf = (name: string, key: string) => statSync(objectIn(name, key)).ino;
const change = (path: string, how: (text: string) => string) =>
  writeFileSync(path, how(readFileSync(path, 'utf8')));

describe('a backup beside a former one', () => {
  it.each(objectStores)('reads only what is new from %s', async (_, open) => {
    const { store, close } = await open();
    const fill = async () => {
      for await (const { key, size } of product.store.list('files/')) {
        if (!(await store.head(key))) await store.put(key, await product.store.get(key), size);
      }
    };
    try {
      await fill();
      const first = watched(store);
      expect(await backUp('1', first.store)).toMatchObject({ copied: keys.length });
      expect(first.read.toSorted()).toEqual(keys.toSorted());

      const added = await addFile(`new in ${_}`);
      await fill();
      const second = watched(store);
      const made = await backUp('2', second.store);
      expect(second.read).toEqual([added]);
      const { size } = statSync(objectIn('2', added));
      expect(made).toMatchObject({ objects: keys.length, copied: 1, copied_bytes: size });
    } finally {
      await close();
    }
  });

  it('is whole without the former one, and so is the former one without it', async () => {
    await formerBackup();
    for (const name of ['2', '3']) await backUp(name);
    rmSync(join(folder, '1'), { recursive: true });
    rmSync(join(folder, '3'), { recursive: true });
    expect(await checkBackup(join(folder, '2'), progress)).toMatchObject({ objects: keys.length });
  });

  it('leaves the bytes of the former one alone when it is broken off', async () => {
    await formerBackup();
    const stop = new AbortController();
    const store: ObjectStore = {
      ...product.store,
      async *list(prefix) {
        yield* product.store.list(prefix);
        stop.abort(new Error('broken off'));
      },
    };
    const ending = { tell: () => {}, signal: stop.signal };
    const broken = makeBackup({ ...product, store }, join(folder, '2'), ending);
    await expect(broken).rejects.toThrow();
    expect(stop.signal.aborted).toBe(true);
    expect(readdirSync(folder)).toEqual(['1']);
    await checkBackup(join(folder, '1'), progress);
  });

  it('shares nothing with it where every file is to be read', async () => {
    await formerBackup();
    expect(await backUp('2', product.store, true)).toMatchObject({ copied: keys.length });
    for (const key of keys) expect(inodeOf('2', key)).not.toBe(inodeOf('1', key));
  });

  it.each<[string, () => void]>([
    [
      'whose list is in no order, as in the first version',
      () =>
        change(join(folder, '1', 'manifest.json'), (text) =>
          text.replace('"in_key_order": true', '"in_key_order": false'),
        ),
    ],
    [
      'whose list of files was changed',
      () => cpSync(join(folder, '1', 'jobs.ndjson.gz'), join(folder, '1', 'objects.ndjson.gz')),
    ],
    ['that is not whole', () => rmSync(join(folder, '1', 'manifest.json'))],
    [
      'that another run is still writing',
      () => {
        cpSync(join(folder, '1'), join(folder, '9.part'), { recursive: true });
        rmSync(join(folder, '1'), { recursive: true });
      },
    ],
  ])('takes nothing from one %s', async (_, damage) => {
    await formerBackup();
    damage();
    expect(await backUp('2')).toMatchObject({ copied: keys.length });
    await checkBackup(join(folder, '2'), progress);
  });

  it('takes the bytes from the store where the former one lost them or has them cut', async () => {
    await formerBackup();
    const [lost = '', cut = ''] = keys;
    rmSync(objectIn('1', lost));
    change(objectIn('1', cut), (text) => text.slice(0, 100));
    expect(await backUp('2')).toMatchObject({ copied: 2 });
    await checkBackup(join(folder, '2'), progress);
  });

  it('is not made when the store has lost a file that the former one holds', async () => {
    await formerBackup();
    const [gone = ''] = keys;
    const store: ObjectStore = {
      ...product.store,
      async *list(prefix) {
        for await (const one of product.store.list(prefix)) if (one.key !== gone) yield one;
      },
      head: async (key) => (key === gone ? undefined : product.store.head(key)),
      get: async (key, range) => product.store.get(key === gone ? `${key}-gone` : key, range),
    };
    await expect(backUp('2', store)).rejects.toThrow(/is missing from the object store/);
    expect(readdirSync(folder)).toEqual(['1']);
  });

  it('believes the store itself when its list does not show a file yet', async () => {
    await formerBackup();
    const store: ObjectStore = { ...product.store, async *list() {} };
    expect(await backUp('2', store)).toMatchObject({ objects: keys.length, copied: 0 });
  });
});

describe('checking a backup', () => {
  it('names every file in it that is not as it was written, whose bytes others may share', async () => {
    await formerBackup();
    await backUp('2');
    const [flipped = '', lost = ''] = keys;
    const bytes = readFileSync(objectIn('1', flipped));
    bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
    writeFileSync(objectIn('1', flipped), bytes);
    rmSync(objectIn('2', lost));
    const told: string[] = [];
    const checking = checkBackup(join(folder, '2'), { ...progress, tell: (one) => told.push(one) });
    await expect(checking).rejects.toThrow(/^2 files .* with --full\.$/);
    expect(told.toSorted()).toEqual(
      [flipped, lost].toSorted().map((key) => expect.stringContaining(key)),
    );
  });
});

describe('pruning backups', () => {
  const day = 24 * 60 * 60 * 1000;
  /** Backups of these ages in days, by name. */
  async function backupsOfAges(ages: Record<string, number>, now: Date): Promise<void> {
    for (const [name, age] of Object.entries(ages)) {
      await backUp(name);
      change(join(folder, name, 'manifest.json'), (text) =>
        text.replace(
          /"created_at": "[^"]+"/,
          `"created_at": "${new Date(now.getTime() - age * day).toISOString()}"`,
        ),
      );
    }
  }

  it('removes the old ones, keeps the others whole, and finishes what was broken off', async () => {
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

  it('never removes the newest, however old it is', async () => {
    const now = new Date();
    await backupsOfAges({ one: 90, two: 60 }, now);
    await pruneBackups(folder, 30, now, progress);
    expect(readdirSync(folder)).toEqual(['two']);
  });

  it('is refused for a backup itself and for what is no folder', async () => {
    await formerBackup();
    for (const wrong of [join(folder, '1'), join(folder, 'away')]) {
      await expect(pruneBackups(wrong, 1, new Date(), progress)).rejects.toThrow(CommandRefused);
    }
    expect(existsSync(join(folder, '1', 'manifest.json'))).toBe(true);
  });
});
