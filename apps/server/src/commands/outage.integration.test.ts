import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';
import { listOpenOutages } from '../features/billing/plans/outage-repository.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(() => machine.remove());

it('records an outage once for the compensating job', async () => {
  const args = ['2024-10-01T10:00+03:00', '2024-10-03'] as const;
  const first = await machine.run('outage', ...args);
  expect(first.output).toMatch(/^The outage from [^\n]+ was recorded; [^\n]+ is extended[^\n]+\n$/);
  expect(first.code).toBe(0);
  const again = await machine.run('outage', ...args);
  expect(again.output).toContain('was recorded already');
  expect(again.code).toBe(0);
  const entries = await machine.inDatabase((database) =>
    database.rows(sql`select actor_kind, facts from audit_entries where act = 'outage_recorded'`),
  );
  expect(entries).toEqual([
    {
      actor_kind: 'command',
      facts: { began_at: '2024-10-01T07:00:00.000Z', ended_at: '2024-10-02T21:00:00.000Z' },
    },
  ]);
  expect(await machine.inDatabase(listOpenOutages)).toMatchObject([
    { began_at: new Date('2024-10-01T07:00:00Z'), ended_at: new Date('2024-10-02T21:00:00Z') },
  ]);
});
