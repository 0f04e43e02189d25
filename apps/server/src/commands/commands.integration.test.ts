import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';
import { listOpenOutages } from '../features/billing/plans/outage-repository.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(() => machine.remove());

it('lists no contact on a new database, and refuses unknown contacts', async () => {
  const list = await machine.run('contacts');
  expect(list.output).toContain('No contact’s start is stopped');
  expect(list.code).toBe(0);
  const refused = await machine.run('contacts', 'approve', 'a@example.org', 'b@example.org');
  expect(refused.output).toContain('no confirmed contact');
  expect(refused.code).not.toBe(0);
});

it('finds no operator on a new database, and appoints none without an account', async () => {
  const list = await machine.run('operator', 'list');
  expect(list.output).toContain('There are no operators.');
  expect(list.code).toBe(0);
  const refused = await machine.run('operator', 'add', 'anna@example.org');
  expect(refused.output).toContain('no confirmed account');
  expect(refused.code).not.toBe(0);
});

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

it('lists unanswered requests without addresses and records an answer once', async () => {
  const id = randomUUID();
  await machine.inDatabase(async ({ rows }) => {
    await rows(sql`
      insert into users (id, email, created_at, updated_at)
      values (${id}, 'owner@example.org', now(), now())`);
    await rows(sql`
      insert into owner_keys (user_id, key_id, master_version, wrapped, created_at)
      values (${id}, ${id}, 1, '', now())`);
    await rows(sql`
      insert into support_requests
        (id, user_id, draft_id, reference, category, name, user_email, subject, message, tier, answer_by, created_at)
      values (${id}, ${id}, ${id}, 'ABCD-2345', 'bug', '', 'owner@example.org', '', '', 'premium',
        '2026-11-15T12:00Z', '2026-11-15T00:00Z')`);
  });
  const listed = await machine.run('support');
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.output).toMatch(/^ABCD-2345 +premium +bug .*not mailed yet$/m);
  expect(listed.output).not.toContain('@');
  const first = await machine.run('support', 'answered', 'abcd2345');
  expect(first).toEqual({ code: 0, output: 'Request ABCD-2345 is marked as answered.\n' });
  const again = await machine.run('support', 'answered', 'ABCD-2345');
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('nothing was changed') });
  const unknown = await machine.run('support', 'answered', 'ZZZZ-ZZZZ');
  expect(unknown).toEqual({ code: 1, output: 'There is no request ZZZZ-ZZZZ.\n' });
});
