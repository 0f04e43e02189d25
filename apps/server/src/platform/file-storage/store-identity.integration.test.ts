import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, streamOf } from '../../../test/object-stores.ts';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/open-database.ts';
import { createLocalFolderStore } from './local-folder-store.ts';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store.ts';
import {
  adoptStore,
  ForeignStore,
  inspectStore,
  markerKey,
  markerPrefix,
  verifyStore,
} from './store-identity.ts';

let database: Database;
let folder: string;
let store: ObjectStore;

beforeAll(async () => {
  database = openPostgres(await freshDatabaseUrl(), () => {});
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.rows(sql`delete from object_stores`);
  folder = mkdtempSync(join(tmpdir(), 'zavet-stores-'));
  store = createLocalFolderStore(join(folder, 'own'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const other = () => createLocalFolderStore(join(folder, 'other'));
const depsOf = (used: ObjectStore, keys: string[] = [], deleted: string[] = []) => ({
  ...{ database, clock: systemClock, store: used },
  sampleKeys: async () => keys,
  filterReferenced: async (some: readonly string[]) => some.filter((key) => !deleted.includes(key)),
});
const expectForeign = async (verification: Promise<unknown>) => {
  const error = await verification.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ForeignStore);
  return (error as ForeignStore).facts;
};

describe('the store of a database', () => {
  it('keeps the id of the first verification', async () => {
    const id = await verifyStore(depsOf(store));
    expect(await keysOf(store, markerPrefix)).toEqual([markerKey(id)]);
    expect(await verifyStore(depsOf(store))).toBe(id);
    expect(await inspectStore(depsOf(store))).toMatchObject({ recorded: id, isMarked: true });
  });

  it('gets one id when several processes start concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => verifyStore(depsOf(store))));
    expect(new Set(ids).size).toBe(1);
    expect(await keysOf(store, markerPrefix)).toEqual([markerKey(ids[0] ?? '')]);
  });

  it('is a single folder when several processes start with different ones', async () => {
    const stores = Array.from({ length: 5 }, (_, at) =>
      createLocalFolderStore(join(folder, `machine-${at}`)),
    );
    const outcomes = await Promise.allSettled(stores.map((one) => verifyStore(depsOf(one))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ForeignStore);
    }
    const marks = await Promise.all(stores.map((one) => keysOf(one, markerPrefix)));
    expect(marks.flat()).toHaveLength(1);
  });

  it('is refused if it is another folder or was emptied', async () => {
    const id = await verifyStore(depsOf(store));
    expect(await expectForeign(verifyStore(depsOf(other())))).toMatchObject({ recorded: id });
    await store.remove([markerKey(id)]);
    expect(await expectForeign(verifyStore(depsOf(store)))).toMatchObject({ recorded: id });
  });

  it('is adopted if it contains the objects', async () => {
    await store.put('owner/file', streamOf('content'), 7);
    const id = await verifyStore(depsOf(store, ['owner/file']));
    expect(await store.head(markerKey(id))).toBeDefined();
  });

  it('is not adopted or changed if an object is missing', async () => {
    await store.put('owner/file', streamOf('content'), 7);
    const deps = depsOf(store, ['owner/file', 'owner/lost']);
    expect(await expectForeign(verifyStore(deps))).toEqual({
      ...{ recorded: undefined, isMarked: false, sampled: 2, missing: 1 },
    });
    expect(await keysOf(store, '')).toEqual(['owner/file']);
    expect(await inspectStore(deps)).toMatchObject({ recorded: undefined });
  });

  it('is adopted even if an object is removed concurrently', async () => {
    const deps = depsOf(store, ['owner/removed'], ['owner/removed']);
    await expect(verifyStore(deps)).resolves.toBeDefined();
  });

  it('is verified later if it was unavailable', async () => {
    const unavailable: ObjectStore = {
      ...store,
      put: () => Promise.reject(new ObjectStoreUnavailable(new Error('away'))),
    };
    await expect(verifyStore(depsOf(unavailable))).rejects.toThrow(ObjectStoreUnavailable);
    expect(await inspectStore(depsOf(store))).toMatchObject({ recorded: undefined });
    await expect(verifyStore(depsOf(store))).resolves.toBeDefined();
  });
});

describe('an adopted store', () => {
  it('keeps its id if it was adopted before', async () => {
    const id = await verifyStore(depsOf(store));
    expect(await adoptStore(depsOf(store))).toBe(id);
  });

  it('invalidates the former one', async () => {
    await verifyStore(depsOf(store));
    const id = await adoptStore(depsOf(other()));
    expect(await verifyStore(depsOf(other()))).toBe(id);
    expect(await expectForeign(verifyStore(depsOf(store)))).toMatchObject({ recorded: id });
  });

  it('may belong to several databases', async () => {
    const id = await verifyStore(depsOf(store));
    await database.rows(sql`delete from object_stores`);
    const second = await verifyStore(depsOf(store));
    expect((await keysOf(store, markerPrefix)).sort()).toEqual([id, second].map(markerKey).sort());
  });
});
