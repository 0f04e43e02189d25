import { addDays, moscowDay } from '@zavet/contract/days';
import { type Editions, legalEditions } from '@zavet/contract/identity/editions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../test-product.ts';

const ownerCount = 6_000;
/**
 * Enough for a page of rows or the data of one owner. A job that reads more scans a large table.
 */
const maxRowsRead = 1_000;

/** Includes a future edition about which every owner was already notified. */
const editions: Editions = {
  ...legalEditions,
  terms_of_use: [legalEditions.terms_of_use[0], addDays(moscowDay(new Date()), 20)],
};

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false, editions });
  await insertOwners();
}, 120_000);
afterAll(() => product.stop());

/** Inserts many owners without anything due. */
async function insertOwners(): Promise<void> {
  const series = sql`from generate_series(1, ${ownerCount}::int) n`;
  const owner = sql`md5('owner' || n)::uuid`;
  const contact = sql`md5('contact' || n)::uuid`;
  const activation = sql`md5('activation' || n)::uuid`;
  const envelope = sql`md5('envelope' || n)::uuid`;
  const later = sql`now() + (1 + n % 300) * interval '1 day'`;
  const before = sql`now() - (1 + n % 300) * interval '1 day'`;
  const statements = [
    sql`insert into users (id, email, email_verified, created_at, updated_at, seen_at, announced_set)
      select ${owner}, n || '@example.org', true, ${before}, now(), ${before}, 9 ${series}`,
    sql`insert into owner_keys (user_id, key_id, master_version, wrapped, created_at)
      select ${owner}, gen_random_uuid(), 1, 'x', now() ${series}`,
    sql`insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      select gen_random_uuid(), ${owner}, gen_random_uuid(), ${later}, now(), now() ${series}`,
    sql`insert into security_events (id, user_id, kind, created_at)
      select gen_random_uuid(), ${owner}, 'signed_in', ${before} ${series}`,
    sql`insert into instructions (id, user_id, draft_id, heading, has_recipient, seal_id, category, priority, content,
        text_digest, text_saved_at, reviewed_at, created_at, updated_at)
      select md5('instruction' || n)::uuid, ${owner}, gen_random_uuid(), 'x', false, gen_random_uuid(), 'notary', 'high', 'x',
        'x', now(), ${before}, ${before}, now() ${series}`,
    sql`update instruction_usage set next_review_check_at = now() + interval '10 days'`,
    sql`insert into trusted_contacts (id, user_id, name, email, seal_id, status, created_at, updated_at)
      select ${contact}, ${owner}, 'x', n || '@example.com', ${contact}, 'confirmed',
        now() - interval '2 years', now() ${series}`,
    sql`insert into contact_reconfirmations (contact_id, due_at) select ${contact}, ${later} ${series}`,
    sql`insert into rehearsal_reminders (user_id, enqueued_at, next_check_at)
      select ${owner}, ${before}, ${later} ${series}`,
    sql`insert into check_in_settings (user_id, frequency, seen_at, next_check_at)
      select ${owner}, 'monthly', ${before}, ${later} ${series}`,
    sql`insert into user_storage (user_id, plan, period, period_from, valid_until)
      select ${owner}, 'storage_300', 'monthly', current_date - 1, current_date + 9 ${series}`,
    sql`insert into activation_requests (id, deceased_user_id, status, activated_at, created_at, updated_at)
      select ${activation}, ${owner}, 'delivered', ${before}, ${before}, ${before} ${series}`,
    sql`insert into envelopes (id, activation_id, user_id, state, next_attempt_at, created_at)
      select ${envelope}, ${activation}, ${owner}, 'accepted', ${before}, ${before} ${series}`,
    sql`insert into deliveries (id, activation_id, user_id, instruction_id, envelope_id, state, created_at)
      select gen_random_uuid(), ${activation}, ${owner}, md5('instruction' || n)::uuid, ${envelope},
        'accepted', ${before} ${series}`,
    sql`insert into delivery_links (id, envelope_id, digest, expires_at, created_at)
      select gen_random_uuid(), ${envelope}, md5(n::text), now() + interval '90 days', now() ${series}`,
    sql`insert into sent_mails (mail_id, mail, ids, address_digest, accepted_at)
      select gen_random_uuid(), 'x', '{}', 'x', now() - interval '1 day' ${series}`,
    sql`insert into payments (id, user_id, plan_id, kind, amount_kopecks, basis, provider, status,
        idempotence_key, created_at)
      select gen_random_uuid(), ${owner}, 'storage_300_monthly', 'purchase', 1, 0, 'mock', 'succeeded',
        gen_random_uuid(), ${before} ${series}`,
  ];
  for (const statement of statements) await product.database.rows(statement);
  await product.database.rows(sql`vacuum analyze`);
}

interface Read {
  table: string;
  rows: number;
}

class RolledBack extends Error {}

/**
 * Runs the work in a transaction that is rolled back; returns the tables with too many rows read.
 */
async function readsOf(work: () => Promise<unknown>): Promise<Read[]> {
  const { database } = product;
  let reads: Read[] = [];
  const rolledBack = database.transaction(async () => {
    const before = await rowsRead();
    await work();
    const after = await rowsRead();
    reads = [...after]
      .map(([table, rows]) => ({ table, rows: rows - (before.get(table) ?? 0) }))
      .filter(({ rows }) => rows > maxRowsRead);
    throw new RolledBack();
  });
  await rolledBack.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return reads;
}

/** Rows read per table in this transaction. */
async function rowsRead(): Promise<Map<string, number>> {
  const found = await product.database.rows<Read>(sql`
    select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where schemaname = 'public'`);
  return new Map(found.map(({ table, rows }) => [table, rows]));
}

it('a full table scan is detected', async () => {
  const reads = await readsOf(() =>
    product.database.rows(sql`select count(*) from users where email like '%org'`),
  );
  expect(reads).toEqual([{ table: 'users', rows: ownerCount }]);
});

it('no scheduled job reads rows that are not due', async () => {
  const scheduled = product.jobs.registeredJobs().filter(({ schedule }) => schedule);
  expect(scheduled.length).toBeGreaterThan(25);
  const fullScans: Record<string, Read[]> = {};
  for (const { name, run } of scheduled) {
    const reads = await readsOf(() => run({}, new AbortController().signal));
    if (reads.length > 0) fullScans[name] = reads;
  }
  expect(fullScans).toEqual({});
}, 60_000);
