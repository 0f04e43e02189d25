import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteTombstonedAccounts, saveTombstones } from './tombstones.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const countRevivedAccounts = async () => {
  const found = await product.database.rows(sql`select id from users`);
  return found.length;
};

describe('deleting accounts again', () => {
  it('goes on where it was broken off, and takes nobody without a tombstone', async () => {
    const { database } = product;
    const ids = Array.from({ length: 256 }, newId);
    await database.rows(sql`
      insert into users (id, email, created_at, updated_at)
      select id, id || '@example.org', now(), now()
      from unnest(${sql.param(ids)}::uuid[]) id`);
    const deleted_at = new Date();
    const buried = new Map(ids.slice(0, 250).map((id) => [id, deleted_at]));
    await database.transaction(() => saveTombstones(database, buried));
    await saveTombstones(database, buried);

    let steps = 0;
    let gone = 0;
    const broken = deleteTombstonedAccounts(database, (step) => {
      if (steps === 2) throw new Error('broken off');
      steps += 1;
      return database.transaction(async () => {
        const ofStep = await step();
        gone += ofStep;
        return ofStep;
      });
    });
    await expect(broken).rejects.toThrow('broken off');
    expect(gone).toBeGreaterThan(0);
    expect(await countRevivedAccounts()).toBe(256 - gone);
    const rest = await deleteTombstonedAccounts(database, (step) => database.transaction(step));
    expect(gone + rest).toBe(250);
    expect(await countRevivedAccounts()).toBe(6);
    expect(await deleteTombstonedAccounts(database, (step) => step())).toBe(0);
  });
});
