import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import type { Database } from '../../../platform/database/database.ts';
import { deleteOldNotifications } from '../../billing/payments/payment-history-repository.ts';
import { listInactiveUsers } from '../../identity/account/index.ts';
import { staleSince } from '../../protocol/activation/stale-activation-rules.ts';
import { listStaleActivations } from '../../protocol/activation/waiting-repository.ts';
import { findCompleteHandovers, findExpiredContacts } from '../../protocol/index.ts';
import { inactivityCutoff } from './inactivity-rules.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

it('a batch locks only the rows it removes, and skips locked rows', async () => {
  const { database, clock } = product;
  await database.rows(sql`
    insert into unknown_notifications (id, event, object_id, created_at)
    select gen_random_uuid(), 'payment.succeeded', number::text, '2020-01-01'
    from generate_series(1, 100) number`);
  // Simulates two concurrent workers.
  const removed = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  const first = database.transaction(async () => {
    expect(await deleteOldNotifications(database, clock.now(), 30)).toBe(30);
    removed.resolve();
    await counted.promise;
  });
  await removed.promise;
  const free = await database.rows(
    sql`select id from unknown_notifications for update skip locked`,
  );
  const concurrent = await deleteOldNotifications(database, clock.now(), 50);
  counted.resolve();
  await first;
  expect([free.length, concurrent]).toEqual([70, 50]);
  const left = await database.rows(sql`select id from unknown_notifications`);
  expect(left).toHaveLength(20);
});

/** Records the plan of each statement. */
function recordPlans(database: Database, setting: SQL): { database: Database; plans: string[] } {
  const plans: string[] = [];
  const rows: Database['rows'] = async (statement) => {
    await database.transaction(async () => {
      await database.rows(sql`set local ${setting}`);
      const plan = await database.rows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    });
    return database.rows(statement);
  };
  return { database: { ...database, rows }, plans };
}

async function removeAllDue(database: Database, limit: number) {
  const rules = product.ctx.wiring.retention.flatMap((rules) => Object.values(rules));
  for (const remove of rules)
    await remove({ database, capturedMails: undefined }, product.clock.now(), limit);
}

it('every statement of a batch uses an index', async () => {
  const { database, plans } = recordPlans(product.database, sql`enable_seqscan = off`);
  await removeAllDue(database, 10);
  expect(plans.length).toBeGreaterThan(12);
  // These tables are small, so they may be scanned.
  const slow = plans.filter((plan) => /Seq Scan on (?!request_papers|mail_outcomes)/.test(plan));
  expect(slow).toEqual([]);
});

it('the few due rows among many are found by an index', async () => {
  const { clock, ctx } = product;
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  // One row in a thousand is due.
  await product.database.rows(sql`
    insert into users (id, email, email_verified, created_at, updated_at, seen_at)
    select gen_random_uuid(), number || '@example.org', number % 1000 > 0, at, at, at
    from generate_series(1, 10000) number,
      lateral (select ${now} - case when number % 1000 = 0 then interval '4 years'
        else make_interval(mins => number) end as at) moment`);
  await product.database.rows(sql`
    insert into activation_requests (id, deceased_user_id, status, request_reason, activated_at,
      contacts_kept_until, created_at, updated_at)
    select gen_random_uuid(), id,
      case when extract(minute from seen_at)::int % 2 = 0 then 'delivered' else 'approved' end,
      'review', case when extract(minute from seen_at)::int % 2 = 0 then seen_at end,
      case when seen_at < ${now} - interval '3 years' then seen_at end, seen_at, seen_at
    from users where email like '%@example.org'`);
  await product.database.rows(sql`
    insert into security_events (id, user_id, kind, created_at)
    select gen_random_uuid(), id, 'pin_set', seen_at from users`);
  await product.database.rows(sql`
    insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
    select gen_random_uuid(), id, id::text, seen_at + interval '1 year', seen_at, seen_at from users`);
  for (const table of ['users', 'activation_requests', 'security_events', 'sessions']) {
    await product.database.rows(sql`analyze ${sql.identifier(table)}`);
  }
  // Simulates a larger table.
  const { database, plans } = recordPlans(product.database, sql`seq_page_cost = 20`);
  const cutoff = inactivityCutoff(clock.now());
  const [first, ...others] = await listInactiveUsers(database, cutoff, undefined, 3);
  expect(others).toHaveLength(2);
  expect(await listInactiveUsers(database, cutoff, first, 100)).toHaveLength(9);
  const protocol = { ...ctx, database };
  const handovers = await findCompleteHandovers(protocol, undefined, 100);
  await findCompleteHandovers(protocol, handovers.at(-1), 100);
  expect(await findExpiredContacts(protocol, undefined, 100)).toHaveLength(10);
  const left = await listStaleActivations(database, staleSince(clock.now()), undefined, 100);
  await listStaleActivations(database, staleSince(clock.now()), left.at(-1), 100);
  expect(plans).toHaveLength(7);
  await removeAllDue(database, 100);
  const large = /Seq Scan on (users|activation_requests|security_events|sessions)\b/;
  expect(plans.filter((plan) => large.test(plan))).toEqual([]);
}, 60_000);
