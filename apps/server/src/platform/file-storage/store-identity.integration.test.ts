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
  markKey,
  markPrefix,
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
const depsOf = (used: ObjectStore, keys: string[] = [], gone: string[] = []) => ({
  ...{ database, clock: systemClock, store: used },
  sampleKeys: async () => keys,
  stillReferenced: async (some: readonly string[]) => some.filter((key) => !gone.includes(key)),
});
const foreign = async (agreeing: Promise<unknown>) => {
  const error = await agreeing.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ForeignStore);
  return (error as ForeignStore).facts;
};

describe('a database and its store', () => {
  it('agree on one id, which both keep', async () => {
    const id = await verifyStore(depsOf(store));
    expect(await keysOf(store, markPrefix)).toEqual([markKey(id)]);
    expect(await verifyStore(depsOf(store))).toBe(id);
    expect(await inspectStore(depsOf(store))).toMatchObject({ recorded: id, isMarked: true });
  });

  it('agree on one id when many start at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => verifyStore(depsOf(store))));
    expect(new Set(ids).size).toBe(1);
    expect(await keysOf(store, markPrefix)).toEqual([markKey(ids[0] ?? '')]);
  });

  it('leave out all but one when many start at once with folders of their own', async () => {
    const stores = Array.from({ length: 5 }, (_, at) =>
      createLocalFolderStore(join(folder, `machine-${at}`)),
    );
    const outcomes = await Promise.allSettled(stores.map((one) => verifyStore(depsOf(one))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ForeignStore);
    }
    const marks = await Promise.all(stores.map((one) => keysOf(one, markPrefix)));
    expect(marks.flat()).toHaveLength(1);
  });

  it('do not fit when the folder is another one, or was emptied', async () => {
    const id = await verifyStore(depsOf(store));
    expect(await foreign(verifyStore(depsOf(other())))).toMatchObject({ recorded: id });
    await store.remove([markKey(id)]);
    expect(await foreign(verifyStore(depsOf(store)))).toMatchObject({ recorded: id });
  });

  it('that know no id yet adopt each other when the files are there', async () => {
    await store.put('owner/file', streamOf('content'), 7);
    const id = await verifyStore(depsOf(store, ['owner/file']));
    expect(await store.head(markKey(id))).toBeDefined();
  });

  it('that know no id yet do not, and change nothing, when a file is not there', async () => {
    await store.put('owner/file', streamOf('content'), 7);
    const deps = depsOf(store, ['owner/file', 'owner/lost']);
    expect(await foreign(verifyStore(deps))).toEqual({
      ...{ recorded: undefined, isMarked: false, sought: 2, missing: 1 },
    });
    expect(await keysOf(store, '')).toEqual(['owner/file']);
    expect(await inspectStore(deps)).toMatchObject({ recorded: undefined });
  });

  it('are not held up by a file that is removed at the same moment', async () => {
    const deps = depsOf(store, ['owner/removed'], ['owner/removed']);
    await expect(verifyStore(deps)).resolves.toBeDefined();
  });

  it('agree later when the store was away at first', async () => {
    const away: ObjectStore = {
      ...store,
      put: () => Promise.reject(new ObjectStoreUnavailable(new Error('away'))),
    };
    await expect(verifyStore(depsOf(away))).rejects.toThrow(ObjectStoreUnavailable);
    expect(await inspectStore(depsOf(store))).toMatchObject({ recorded: undefined });
    await expect(verifyStore(depsOf(store))).resolves.toBeDefined();
  });
});

describe('a store that is declared the one of the database', () => {
  it('keeps its id when it was that already', async () => {
    const id = await verifyStore(depsOf(store));
    expect(await adoptStore(depsOf(store))).toBe(id);
  });

  it('shuts out those who still use the former one', async () => {
    await verifyStore(depsOf(store));
    const id = await adoptStore(depsOf(other()));
    expect(await verifyStore(depsOf(other()))).toBe(id);
    expect(await foreign(verifyStore(depsOf(store)))).toMatchObject({ recorded: id });
  });

  it('may serve several databases', async () => {
    const id = await verifyStore(depsOf(store));
    await database.rows(sql`delete from object_stores`);
    const second = await verifyStore(depsOf(store));
    expect((await keysOf(store, markPrefix)).sort()).toEqual([id, second].map(markKey).sort());
  });
});
