import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOwnersWithPeriods } from '../../src/features/billing/plans/outage-repository.ts';
import {
  type DueWait,
  listDueWaits,
} from '../../src/features/identity/account/factors/lost-device-repository.ts';
import { listInactiveUsers } from '../../src/features/identity/account/index.ts';
import {
  type DueRelease,
  listDuePostponements,
  listDueReleases,
  listDueWarnings,
  listStaleActivations,
  type StaleCursor,
} from '../../src/features/protocol/activation/waiting-repository.ts';
import { listOverdueActivations } from '../../src/features/protocol/letters/claim-repository.ts';
import { listActivationsToCatchUp } from '../../src/features/protocol/letters/withheld-repository.ts';
import {
  type HandoverRef,
  listCompleteHandovers,
  listExpiredContacts,
} from '../../src/features/protocol/rearming/handover-repository.ts';
import { listOwnersOfExpiredUploads } from '../../src/features/vault/instructions/upload-repository.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { forEachDue } from '../../src/platform/jobs/for-each-due.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';

const rowCount = 5;
const pageSize = 2;
const now = new Date('2030-01-01T12:00:00Z');

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
  const series = sql`from generate_series(1, ${rowCount}::int) n`;
  const id = (kind: string) => sql`md5(${kind} || n)::uuid`;
  // Some times are equal, and all have microseconds, which a Date would truncate.
  const at = sql`timestamptz '2020-01-01 12:00:00.000123Z' + (n / 3) * interval '1 day'`;
  const activation = (status: string, of = status) => sql`insert into activation_requests
    (id, deceased_user_id, status, request_reason, waiting_hours, waiting_since, release_at, activated_at,
      contacts_kept_until, created_at, updated_at)
    select ${id(status)}, ${id(of)}, ${status}, 'review', 1, ${at}, ${at} + interval '1 hour',
      ${status === 'delivered' ? sql`${at} + interval '1 hour'` : sql`null`},
      ${status === 'delivered' ? at : sql`null`}, ${at}, ${at}
    ${series}`;
  const people = (kind: string) => sql`insert into users
    (id, email, email_verified, created_at, updated_at, seen_at)
    select ${id(kind)}, ${kind} || n || '@example.org', true, ${at}, ${at}, ${at} ${series}`;
  const statements = [
    people('waiting'),
    people('delivered'),
    people('approved'),
    activation('waiting'),
    activation('delivered'),
    activation('approved'),
    sql`insert into interruptions (id, kind, started_at, ended_at)
      values (gen_random_uuid(), 'outage', '2019-12-31', '2020-02-01')`,
    sql`insert into lost_device_waits (id, user_id, started_at, ends_at)
      select ${id('wait')}, ${id('waiting')}, date_trunc('milliseconds', ${at}), ${at} + interval '7 days'
      ${series}`,
    sql`insert into plan_periods
      (id, user_id, payment_id, period_from, until, price_kopecks, paid_days)
      select gen_random_uuid(), ${id('waiting')}, gen_random_uuid(), '2020-01-01', '2021-01-01', 1, 1
      from generate_series(1, ${rowCount}::int) n, generate_series(1, 2)`,
    sql`insert into owner_keys (user_id, key_id, master_version, wrapped, created_at)
      select ${id('delivered')}, gen_random_uuid(), 1, 'x', ${at} ${series}`,
    sql`insert into trusted_contacts
      (id, user_id, name, email, seal_id, status, created_at, updated_at)
      select ${id('contact')}, ${id('delivered')}, 'x', n || '@example.com', ${id('contact')},
        'confirmed', ${at}, ${at} ${series}`,
    sql`insert into instructions (id, user_id, draft_id, heading, has_recipient, seal_id, category,
        priority, content, text_digest, text_saved_at, reviewed_at, created_at, updated_at)
      select ${id('instruction')}, ${id('delivered')}, gen_random_uuid(), 'x', false,
        gen_random_uuid(), 'notary', 'high', 'x', 'x', ${at}, ${at}, ${at}, ${at} ${series}`,
    sql`insert into instruction_contacts (instruction_id, contact_id, user_id)
      select ${id('instruction')}, ${id('contact')}, ${id('delivered')} ${series}`,
    sql`insert into instruction_files (id, user_id, instruction_id, object_key, file_name, name_digest,
        size_bytes, mime_type, state, lease_until, created_at)
      select gen_random_uuid(), ${id('delivered')}, ${id('instruction')}, gen_random_uuid()::text, 'x',
        'x', 1, 'text/plain', 'uploading', ${at}, ${at}
      from generate_series(1, ${rowCount}::int) n, generate_series(1, 2)`,
    sql`insert into envelopes (id, activation_id, user_id, state, next_attempt_at, created_at)
      select gen_random_uuid(), ${id('delivered')}, ${id('delivered')}, 'queued', ${at}, ${at}
      from generate_series(1, ${rowCount}::int) n, generate_series(1, 2)`,
    sql`insert into deliveries (id, activation_id, user_id, instruction_id, contact_id, state, created_at)
      select gen_random_uuid(), ${id('delivered')}, ${id('delivered')}, ${id('instruction')},
        ${id('contact')}, 'withheld', ${at} ${series}`,
  ];
  for (const statement of statements) await product.database.rows(statement);
});
afterAll(() => product.stop());

type List<Row> = (after: Row | undefined, limit: number) => Promise<readonly Row[]>;

/** Returns all rows read in one page, and the same rows read page by page. */
async function readPaged<Row>(list: List<Row>) {
  const paged: Row[] = [];
  await forEachDue<Row>({
    list,
    limit: pageSize,
    handle: async (row) => void paged.push(row),
    failed: (_, err) => {
      throw err;
    },
  });
  return { whole: await list(undefined, 100), paged };
}

const times = { overdue: now, furthest: new Date('2040-01-01T12:00:00Z') };
const byId =
  (list: (after: string | undefined, limit: number) => Promise<{ id: string }[]>) =>
  (after: { id: string } | undefined, limit: number) =>
    list(after?.id, limit);

it.each<[string, (database: Database) => Promise<{ whole: readonly unknown[]; paged: unknown[] }>]>(
  [
    [
      'releases',
      (database) => readPaged<DueRelease>((...page) => listDueReleases(database, now, ...page)),
    ],
    [
      'postponements',
      (database) => readPaged(byId((...page) => listDuePostponements(database, ...page))),
    ],
    [
      'warnings',
      (database) => readPaged(byId((...page) => listDueWarnings(database, now, ...page))),
    ],
    [
      'stale activations',
      (database) =>
        readPaged<StaleCursor>((...page) => listStaleActivations(database, now, ...page)),
    ],
    [
      'handovers',
      (database) =>
        readPaged<HandoverRef>((...page) => listCompleteHandovers(database, now, now, ...page)),
    ],
    [
      'contacts after handovers',
      (database) =>
        readPaged<HandoverRef>((...page) => listExpiredContacts(database, now, ...page)),
    ],
    [
      'withheld letters',
      (database) => readPaged(byId((...page) => listActivationsToCatchUp(database, ...page))),
    ],
    [
      'overdue letters',
      (database) =>
        readPaged<string>((...page) => listOverdueActivations(database, times, ...page)),
    ],
    [
      'interrupted uploads',
      (database) => readPaged<string>((...page) => listOwnersOfExpiredUploads(database, ...page)),
    ],
    [
      'owners of an outage',
      (database) =>
        readPaged<string>((...page) =>
          listOwnersWithPeriods(database, ['2020-05-01', '2020-05-02'], ...page),
        ),
    ],
    [
      'lost devices',
      (database) => readPaged<DueWait>((...page) => listDueWaits(database, now, ...page)),
    ],
  ],
)('due %s are listed once each, on any number of pages', async (_, readBoth) => {
  const { whole, paged } = await readBoth(product.database);
  expect(paged).toEqual(whole);
  expect(new Set(whole.map((row) => JSON.stringify(row))).size).toBe(rowCount);
});

it('inactive owners are listed once each, on any number of pages', async () => {
  const { whole, paged } = await readPaged<{ id: string; seen_at: string }>((...page) =>
    listInactiveUsers(product.database, now, ...page),
  );
  expect(paged).toEqual(whole);
  expect(whole).toHaveLength(3 * rowCount);
});
