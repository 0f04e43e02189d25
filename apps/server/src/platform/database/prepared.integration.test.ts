import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-database.ts';
import { prepareStatement } from './prepared.ts';

let database: Database;
beforeAll(async () => {
  database = openPostgres(await freshDatabaseUrl(), () => {});
  await database.rows(sql`create table kept (name text primary key, amount int not null)`);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.rows(sql`truncate kept`);
});

const insertRow = prepareStatement<{ name: string; amount: number | string }>(
  ({ name, amount }) => sql`insert into kept (name, amount) values (${name}, ${amount})
    returning amount`,
);
const selectNames = prepareStatement(() => sql`select name from kept order by name`);
const names = async () =>
  (await database.rows<{ name: string }>(selectNames({}))).map(({ name }) => name);

describe('a prepared statement', () => {
  it('supports all stored types', async () => {
    const bytes = Buffer.from([0, 255, 92, 10]);
    const values = {
      bytes,
      none: null,
      flag: true,
      text: 'ü "\\ \n',
      list: ['a,b', 'c"d'],
      at: '2026-11-15T12:00:00.123Z',
    };
    const echo = prepareStatement<typeof values>(
      (given) => sql`select ${given.bytes}::bytea as bytes, ${given.none}::text as none,
        ${given.flag}::boolean as flag, ${given.text}::text as text,
        ${given.list}::text[] as list, ${given.at}::timestamptz at time zone 'UTC' as at,
        7 as number, jsonb_build_object('a', 1) as json`,
    );
    for (const time of ['first', 'second']) {
      const [row] = await database.rows<Record<string, unknown>>(echo(values));
      expect([time, { ...row, bytes: Buffer.from(row?.bytes as Uint8Array) }]).toEqual([
        time,
        { ...values, at: '2026-11-15 12:00:00.123', number: 7, json: { a: 1 } },
      ]);
    }
  });

  it('returns the rows of its own call among concurrent ones', async () => {
    const calls = Array.from({ length: 50 }, (_, amount) =>
      database.rows<{ amount: number }>(insertRow({ name: `${amount}`, amount })),
    );
    expect((await Promise.all(calls)).map(([row]) => row?.amount)).toEqual([...calls.keys()]);
  });

  it('reports the code of a failure and can be retried', async () => {
    await database.rows(insertRow({ name: 'one', amount: 1 }));
    await expect(database.rows(insertRow({ name: 'one', amount: 2 }))).rejects.toMatchObject({
      code: '23505',
    });
    await expect(database.rows(insertRow({ name: 'two', amount: 'many' }))).rejects.toMatchObject({
      code: '22P02',
    });
    await database.rows(insertRow({ name: 'three', amount: 3 }));
    expect(await names()).toEqual(['one', 'three']);
  });

  it('is rolled back with its transaction, even if first sent there', async () => {
    const first = prepareStatement(() => sql`insert into kept values ('first', 1)`);
    const attempt = database.transaction(async () => {
      await database.rows(first({}));
      expect(await names()).toEqual(['first']);
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await names()).toEqual([]);
    await database.rows(first({}));
    expect(await names()).toEqual(['first']);
  });

  it('can be sent again after failing in an aborted transaction', async () => {
    const later = prepareStatement(() => sql`select 'later' as word`);
    const attempt = database.transaction(async () => {
      await database.rows(insertRow({ name: 'one', amount: 'many' })).catch(() => {});
      await database.rows(later({}));
    });
    await expect(attempt).rejects.toMatchObject({ code: '25P02' });
    expect(await database.rows(later({}))).toEqual([{ word: 'later' }]);
  });

  it('does not join the transaction of another call', async () => {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const failing = database.transaction(async () => {
      await database.rows(insertRow({ name: 'inside', amount: 1 }));
      entered.resolve();
      await gate.promise;
      throw new Error('no');
    });
    await entered.promise;
    const concurrent = database.rows(insertRow({ name: 'concurrent', amount: 1 }));
    gate.resolve();
    await expect(failing).rejects.toThrow('no');
    await concurrent;
    expect(await names()).toEqual(['concurrent']);
  });

  it('is refused by an ended transaction', async () => {
    let late = (): Promise<unknown> => Promise.resolve();
    const ended = Promise.withResolvers<void>();
    await database.transaction(async () => {
      const waiting = ended.promise.then(() =>
        database.rows(insertRow({ name: 'late', amount: 1 })),
      );
      waiting.catch(() => {});
      late = () => waiting;
    });
    ended.resolve();
    await expect(late()).rejects.toThrow('The transaction has ended.');
    expect(await names()).toEqual([]);
  });
});
