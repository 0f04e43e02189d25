import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-database.ts';
import { prepared } from './prepared.ts';

let database: Database;
beforeAll(async () => {
  database = openPostgres(await freshDatabaseUrl(), () => {});
  await database.rows(sql`create table steps (place serial, step text)`);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.rows(sql`truncate steps restart identity`);
});

const note = prepared<{ step: string }>(
  ({ step }) => sql`insert into steps (step) values (${step}) returning step`,
);
const noted = async () =>
  (await database.rows<{ step: string }>(sql`select step from steps order by place`)).map(
    ({ step }) => step,
  );
class Refused extends Error {}
const refuse = () => {
  throw new Refused();
};

describe('a statement that is sent ahead', () => {
  it('comes first, is accepted first, and the rows of each reach the one who asked', async () => {
    const seen: unknown[] = [];
    const answer = await database.piggyback(
      note({ step: 'ahead' }),
      (rows) => seen.push(['accepted', rows]),
      async () => {
        const rows = await database.rows(note({ step: 'work' }));
        seen.push(['worked', rows]);
        await database.rows(note({ step: 'more' }));
        return 'done';
      },
    );
    expect(answer).toBe('done');
    expect(seen).toEqual([
      ['accepted', [{ step: 'ahead' }]],
      ['worked', [{ step: 'work' }]],
    ]);
    expect(await noted()).toEqual(['ahead', 'work', 'more']);
  });

  it('lets nobody see anything where it is refused', async () => {
    let isSeen = false;
    const working = database.piggyback(note({ step: 'ahead' }), refuse, async () => {
      await database.rows(note({ step: 'work' }));
      isSeen = true;
    });
    await expect(working).rejects.toThrow(Refused);
    expect(isSeen).toBe(false);
  });

  it('is refused also where the work sends nothing, or fails before it does', async () => {
    const idle = database.piggyback(note({ step: 'idle' }), refuse, async () => 'nothing');
    await expect(idle).rejects.toThrow(Refused);
    const broken = database.piggyback(note({ step: 'broken' }), refuse, async () => {
      throw new Error('wrong input');
    });
    await expect(broken).rejects.toThrow(Refused);
    expect(await noted()).toEqual(['idle', 'broken']);
  });

  it('is refused before a transaction begins, and before a statement that is not prepared', async () => {
    const inTransaction = database.piggyback(note({ step: 'one' }), refuse, () =>
      database.transaction(() => database.rows(note({ step: 'inside' }))),
    );
    await expect(inTransaction).rejects.toThrow(Refused);
    const plain = database.piggyback(note({ step: 'two' }), refuse, () =>
      database.rows(sql`insert into steps (step) values ('plain')`),
    );
    await expect(plain).rejects.toThrow(Refused);
    expect(await noted()).toEqual(['one', 'two']);
  });

  it('lets the failure of the work through where it is accepted', async () => {
    const wrong = prepared(() => sql`select 1 / (select count(*) from steps where step = 'none')`);
    const working = database.piggyback(
      note({ step: 'ahead' }),
      () => {},
      () => database.rows(wrong({})),
    );
    await expect(working).rejects.toMatchObject({ code: '22012' });
    expect(await noted()).toEqual(['ahead']);
    // The connection it ran on, or another one, goes on.
    expect(await database.rows(note({ step: 'later' }))).toEqual([{ step: 'later' }]);
  });

  it('cannot be passed by the query builder', async () => {
    const working = database.piggyback(
      note({ step: 'ahead' }),
      () => {},
      async () => database.db(),
    );
    await expect(working).rejects.toThrow('sent ahead');
  });

  it('is that of its own call when many run at once', async () => {
    const calls = Array.from({ length: 30 }, (_, place) => `${place}`);
    const answers = await Promise.all(
      calls.map((step) => {
        let ahead: unknown;
        return database.piggyback(
          note({ step }),
          (rows) => {
            ahead = rows;
          },
          async () => [ahead, await database.rows(note({ step: `after ${step}` })), ahead],
        );
      }),
    );
    expect(answers).toEqual(
      calls.map((step) => [undefined, [{ step: `after ${step}` }], [{ step }]]),
    );
  });
});
