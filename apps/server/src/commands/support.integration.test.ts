import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';

const id = randomUUID();
let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
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
});
afterAll(() => machine.remove());

it('lists unanswered requests without addresses and records an answer once', async () => {
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
