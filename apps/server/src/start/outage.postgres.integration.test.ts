import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';

// Starting processes is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(() => machine.remove());

const recorded = () =>
  machine.inDatabase((database) =>
    database.rows(sql`select began_at, ended_at, applied_at from outages`),
  );

it('the command records an outage once, and refuses one that is not over', async () => {
  const args = ['2026-10-01T10:00+03:00', '2026-10-03'] as const;
  const first = await machine.run('outage', ...args);
  expect(first.output).toMatch(/^The outage from [^\n]+ was recorded; [^\n]+ is extended[^\n]+\n$/);
  expect(first.code).toBe(0);
  const again = await machine.run('outage', ...args);
  expect(again.output).toContain('was recorded already');
  expect(again.code).toBe(0);
  const refused = await machine.run('outage', '2026-10-01', '9999-01-01');
  expect(refused.output).toMatch(/^An outage can be recorded only when it is over[^\n]+\n$/);
  expect(refused.code).toBe(1);
  expect(await recorded()).toEqual([
    {
      began_at: new Date('2026-10-01T07:00:00Z'),
      ended_at: new Date('2026-10-02T21:00:00Z'),
      applied_at: null,
    },
  ]);
});
