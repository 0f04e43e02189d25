import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Machine, newMachine } from '../../test/machine.ts';

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
});
afterAll(() => machine.remove());

it('lists and retries a failed job beside a running server', async () => {
  const id = randomUUID();
  await machine.inDatabase(({ rows }) =>
    rows(sql`
      insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output, keep_until)
      values (${id}, 'failed-jobs', '{}', 'run-retention', 3, '{"reason": "Error broken"}',
        now() + interval '30 days')`),
  );
  const expected = new RegExp(`^${id}  run-retention .* 1      4      Error broken$`, 'm');
  const alone = await machine.run('jobs');
  expect(alone).toMatchObject({ code: 0, output: expect.stringMatching(expected) });

  await machine.serve();
  const beside = await machine.run('jobs');
  expect(beside).toMatchObject({ code: 0, output: expect.stringMatching(expected) });
  expect(await machine.run('jobs', 'retry', id)).toEqual({
    code: 0,
    output: `Job ${id} is enqueued again.\n`,
  });
  await vi.waitFor(async () => {
    const isFailed = sql`select 1 from pgboss.job where name in ('failed-jobs', 'run-retention')
      and state <> 'completed'`;
    expect(await machine.inDatabase(({ rows }) => rows(isFailed))).toEqual([]);
  });
  expect((await machine.run('jobs')).output).toBe(
    'No job failed permanently in the last 30 days.\n',
  );
  const again = await machine.run('jobs', 'retry', id);
  expect(again).toEqual({
    code: 1,
    output: `There is no failed job ${id} that this program could do.\n`,
  });
});
