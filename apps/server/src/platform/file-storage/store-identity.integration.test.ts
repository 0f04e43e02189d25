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
  agreeOnStore,
  lookAtStore,
  markKey,
  markPrefix,
  StoreForeign,
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
  stillNamed: async (some: readonly string[]) => some.filter((key) => !gone.includes(key)),
});
const foreign = async (agreeing: Promise<unknown>) => {
  const error = await agreeing.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StoreForeign);
  return (error as StoreForeign).facts;
};

describe('a database and its store', () => {
  it('agree on one id, which both keep', async () => {
    const id = await agreeOnStore(depsOf(store));
    expect(await keysOf(store, markPrefix)).toEqual([markKey(id)]);
    expect(await agreeOnStore(depsOf(store))).toBe(id);
    expect(await lookAtStore(depsOf(store))).toMatchObject({ recorded: id, isMarked: true });
  });

  it('agree on one id when many start at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => agreeOnStore(depsOf(store))));
    expect(new Set(ids).size).toBe(1);
    expect(await keysOf(store, markPrefix)).toEqual([markKey(ids[0] ?? '')]);
  });

  it('leave out all but one when many start at once with folders of their own', async () => {
    const stores = Array.from({ length: 5 }, (_, at) =>
      createLocalFolderStore(join(folder, `machine-${at}`)),
    );
    const outcomes = await Promise.allSettled(stores.map((one) => agreeOnStore(depsOf(one))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreForeign);
    }
    const marks = await Promise.all(stores.map((one) => keysOf(one, markPrefix)));
    expect(marks.flat()).toHaveLength(1);
  });

  it('do not fit when the folder is another one, or was emptied', async () => {
    const id = await agreeOnStore(depsOf(store));
    expect(await foreign(agreeOnStore(depsOf(other())))).toMatchObject({ recorded: id });
    await store.remove([markKey(id)]);
    expect(await foreign(agreeOnStore(depsOf(store)))).toMatchObject({ recorded: id });
  });

  it('that know no id yet adopt each other when the files are there', async () => {
    await store.put('owner/file', streamOf('content'), 7);
    const id = await agreeOnStore(depsOf(store, ['owner/file']));
    expect(await store.head(markKey(id))).toBeDefined();
  });

  it('that know no id yet do not, and change nothing, when a file is not there', async () => {
    await store.put('owner/file', streamOf('content'), 7);
    const deps = depsOf(store, ['owner/file', 'owner/lost']);
    expect(await foreign(agreeOnStore(deps))).toEqual({
      ...{ recorded: undefined, isMarked: false, sought: 2, missing: 1 },
    });
    expect(await keysOf(store, '')).toEqual(['owner/file']);
    expect(await lookAtStore(deps)).toMatchObject({ recorded: undefined });
  });

  it('are not held up by a file that is removed at the same moment', async () => {
    const deps = depsOf(store, ['owner/removed'], ['owner/removed']);
    await expect(agreeOnStore(deps)).resolves.toBeDefined();
  });

  it('agree later when the store was away at first', async () => {
    const away: ObjectStore = {
      ...store,
      put: () => Promise.reject(new ObjectStoreUnavailable(new Error('away'))),
    };
    await expect(agreeOnStore(depsOf(away))).rejects.toThrow(ObjectStoreUnavailable);
    expect(await lookAtStore(depsOf(store))).toMatchObject({ recorded: undefined });
    await expect(agreeOnStore(depsOf(store))).resolves.toBeDefined();
  });
});

describe('a store that is declared the one of the database', () => {
  it('keeps its id when it was that already', async () => {
    const id = await agreeOnStore(depsOf(store));
    expect(await adoptStore(depsOf(store))).toBe(id);
  });

  it('shuts out those who still use the former one', async () => {
    await agreeOnStore(depsOf(store));
    const id = await adoptStore(depsOf(other()));
    expect(await agreeOnStore(depsOf(other()))).toBe(id);
    expect(await foreign(agreeOnStore(depsOf(store)))).toMatchObject({ recorded: id });
  });

  it('may serve several databases', async () => {
    const id = await agreeOnStore(depsOf(store));
    await database.rows(sql`delete from object_stores`);
    const second = await agreeOnStore(depsOf(store));
    expect((await keysOf(store, markPrefix)).sort()).toEqual([id, second].map(markKey).sort());
  });
});
