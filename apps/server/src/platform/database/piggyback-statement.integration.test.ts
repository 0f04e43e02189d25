import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-database.ts';
import { prepareStatement } from './prepared.ts';

let database: Database;
beforeAll(async () => {
  database = openPostgres(await freshDatabaseUrl(), () => {});
  await database.rows(sql`create table steps (place serial, step text)`);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.rows(sql`truncate steps restart identity`);
});

const insertStep = prepareStatement<{ step: string }>(
  ({ step }) => sql`insert into steps (step) values (${step}) returning step`,
);
const steps = async () =>
  (await database.rows<{ step: string }>(sql`select step from steps order by place`)).map(
    ({ step }) => step,
  );
class Refused extends Error {}
const refuse = () => {
  throw new Refused();
};

describe('a piggyback statement', () => {
  it('runs and is accepted before the statement that carries it', async () => {
    const seen: unknown[] = [];
    const answer = await database.piggyback(
      insertStep({ step: 'first' }),
      (rows) => seen.push(['accepted', rows]),
      async () => {
        const rows = await database.rows(insertStep({ step: 'work' }));
        seen.push(['worked', rows]);
        await database.rows(insertStep({ step: 'more' }));
        return 'done';
      },
    );
    expect(answer).toBe('done');
    expect(seen).toEqual([
      ['accepted', [{ step: 'first' }]],
      ['worked', [{ step: 'work' }]],
    ]);
    expect(await steps()).toEqual(['first', 'work', 'more']);
  });

  it('is not sent if the work claims it, and can be claimed once, before it is sent', async () => {
    const claimed = await database.piggyback(insertStep({ step: 'first' }), refuse, async () => {
      const claims = [database.claimPiggyback(), database.claimPiggyback()];
      await database.rows(insertStep({ step: 'work' }));
      return claims;
    });
    expect(claimed).toEqual([true, false]);
    const late = await database.piggyback(
      insertStep({ step: 'sent' }),
      () => {},
      async () => {
        await database.rows(insertStep({ step: 'more' }));
        return database.claimPiggyback();
      },
    );
    expect(late).toBe(false);
    expect(database.claimPiggyback()).toBe(false);
    expect(await steps()).toEqual(['work', 'sent', 'more']);
  });

  it('hides all results when it is refused', async () => {
    let isSeen = false;
    const working = database.piggyback(insertStep({ step: 'first' }), refuse, async () => {
      await database.rows(insertStep({ step: 'work' }));
      isSeen = true;
    });
    await expect(working).rejects.toThrow(Refused);
    expect(isSeen).toBe(false);
  });

  it('is refused even if the work sends nothing or fails', async () => {
    const idle = database.piggyback(insertStep({ step: 'idle' }), refuse, async () => 'nothing');
    await expect(idle).rejects.toThrow(Refused);
    const broken = database.piggyback(insertStep({ step: 'broken' }), refuse, async () => {
      throw new Error('wrong input');
    });
    await expect(broken).rejects.toThrow(Refused);
    expect(await steps()).toEqual(['idle', 'broken']);
  });

  it('is sent alone before a transaction or an unprepared statement', async () => {
    const inTransaction = database.piggyback(insertStep({ step: 'one' }), refuse, () =>
      database.transaction(() => database.rows(insertStep({ step: 'inside' }))),
    );
    await expect(inTransaction).rejects.toThrow(Refused);
    const plain = database.piggyback(insertStep({ step: 'two' }), refuse, () =>
      database.rows(sql`insert into steps (step) values ('plain')`),
    );
    await expect(plain).rejects.toThrow(Refused);
    expect(await steps()).toEqual(['one', 'two']);
  });

  it('does not hide failures of the work', async () => {
    const wrong = prepareStatement(
      () => sql`select 1 / (select count(*) from steps where step = 'none')`,
    );
    const working = database.piggyback(
      insertStep({ step: 'first' }),
      () => {},
      () => database.rows(wrong({})),
    );
    await expect(working).rejects.toMatchObject({ code: '22012' });
    expect(await steps()).toEqual(['first']);
    expect(await database.rows(insertStep({ step: 'later' }))).toEqual([{ step: 'later' }]);
  });

  it('must not be bypassed by the query builder', async () => {
    const working = database.piggyback(
      insertStep({ step: 'first' }),
      () => {},
      async () => database.db(),
    );
    await expect(working).rejects.toThrow('pending');
  });

  it('belongs to its own call among concurrent ones', async () => {
    const calls = Array.from({ length: 30 }, (_, place) => `${place}`);
    const answers = await Promise.all(
      calls.map((step) => {
        let accepted: unknown;
        return database.piggyback(
          insertStep({ step }),
          (rows) => {
            accepted = rows;
          },
          async () => [
            accepted,
            await database.rows(insertStep({ step: `after ${step}` })),
            accepted,
          ],
        );
      }),
    );
    expect(answers).toEqual(
      calls.map((step) => [undefined, [{ step: `after ${step}` }], [{ step }]]),
    );
  });
});
