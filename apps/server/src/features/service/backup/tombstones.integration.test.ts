import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, objectStores, streamOf } from '../../../../test/object-stores.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tombstone } from './backup-rules.ts';
import {
  deleteTombstonedAccounts,
  listStoredTombstones,
  saveTombstones,
  storeTombstone,
} from './tombstones.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const countAccounts = async () => {
  const found = await product.database.rows(sql`select id from users`);
  return found.length;
};

describe('deleting accounts with tombstones', () => {
  it('continues after an interruption, and keeps accounts without a tombstone', async () => {
    const { database } = product;
    const ids = Array.from({ length: 256 }, newId);
    await database.rows(sql`
      insert into users (id, email, created_at, updated_at)
      select id, id || '@example.org', now(), now()
      from unnest(${sql.param(ids)}::uuid[]) id`);
    const deleted_at = new Date();
    const tombstones = new Map(ids.slice(0, 250).map((id) => [id, deleted_at]));
    await database.transaction(() => saveTombstones(database, tombstones));
    await saveTombstones(database, tombstones);

    let steps = 0;
    let deleted = 0;
    const interrupted = deleteTombstonedAccounts(database, (step) => {
      if (steps === 2) throw new Error('interrupted');
      steps += 1;
      return database.transaction(async () => {
        const count = await step();
        deleted += count;
        return count;
      });
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(deleted).toBeGreaterThan(0);
    expect(await countAccounts()).toBe(256 - deleted);
    const rest = await deleteTombstonedAccounts(database, (step) => database.transaction(step));
    expect(deleted + rest).toBe(250);
    expect(await countAccounts()).toBe(6);
    expect(await deleteTombstonedAccounts(database, (step) => step())).toBe(0);
  });
});

describe.each(objectStores)('the tombstones in %s', (_, openStore) => {
  let store: ObjectStore;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openStore());
  });
  afterEach(() => close());

  it('are listed once each, without other objects', async () => {
    const stored: Tombstone[] = [1, 2].map((moment) => ({
      user_id: randomUUID(),
      deleted_at: new Date(moment),
    }));
    await store.put(`files/${randomUUID()}`, streamOf('a'), 1);
    await store.put('tombstones/other', streamOf('a'), 1);
    for (const tombstone of [...stored, ...stored]) await storeTombstone(store, tombstone);
    const found: Tombstone[] = [];
    for await (const tombstone of listStoredTombstones(store)) found.push(tombstone);
    expect(new Set(found)).toEqual(new Set(stored));
    expect(await keysOf(store, 'tombstones/')).toHaveLength(3);
  });
});
