import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabaseUrl } from '../../test/test-database.ts';
import type { Database } from '../platform/database/database.ts';
import { migrateEmbedded, migratePostgresServer } from '../platform/database/migrate.ts';
import { withFirstMigrations } from '../platform/database/older-migrations.ts';
import { openEmbedded, openPostgres } from '../platform/database/open-database.ts';
import { migrationsFolder } from './folders.ts';

let url: string | undefined;
let database: Database;
const folder = mkdtempSync(join(tmpdir(), 'zavet-looks-'));
const id = randomUUID();
const other = randomUUID();

const migrate = (from: string) =>
  url ? migratePostgresServer(url, from) : migrateEmbedded(database, from);

/** A database of the version before, with an owner who has a contact, and one who was reminded. */
beforeAll(async () => {
  url = await emptyDatabaseUrl();
  database = url ? openPostgres(url, () => {}) : await openEmbedded(folder);
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  const count = journal.entries.findIndex(({ tag }: { tag: string }) => tag === '0041_scale');
  expect(count).toBeGreaterThan(38);
  await withFirstMigrations(migrationsFolder, count, migrate);
  for (const one of [id, other]) {
    await database.rows(sql`
      insert into users (id, email, email_verified, created_at, updated_at)
      values (${one}, ${`${one}@example.org`}, true, now(), now())`);
    await database.rows(sql`
      insert into owner_keys (user_id, key_id, master_version, wrapped, created_at)
      values (${one}, ${one}, 1, 'x', now())`);
    await database.rows(sql`
      insert into trusted_contacts (id, user_id, name, email, status, created_at, updated_at)
      values (${one}, ${one}, 'x', 'a@example.org', 'confirmed', now() - interval '3 years', now())`);
    await database.rows(sql`
      insert into instructions (id, user_id, draft_id, heading, category, priority, content,
        reviewed_at, created_at, updated_at)
      values (${one}, ${one}, ${one}, 'x', 'notary', 'high', 'x', now(), now(), now())`);
  }
  await database.rows(sql`
    insert into rehearsal_reminders (user_id, ordered_at) values (${other}, now() - interval '1 day')`);
  await migrate(migrationsFolder);
}, 60_000);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('everybody who was there before is looked at by the next run, and reminders are kept', async () => {
  const looks = await database.rows<{ user_id: string; is_due: boolean; is_reminded: boolean }>(sql`
    select user_id, look_at <= now() as is_due, ordered_at is not null as is_reminded
    from rehearsal_reminders`);
  expect(new Map(looks.map(({ user_id, ...facts }) => [user_id, facts]))).toEqual(
    new Map([
      [id, { is_due: true, is_reminded: false }],
      [other, { is_due: true, is_reminded: true }],
    ]),
  );
  const [usage] = await database.rows<{ due: number }>(sql`
    select count(*)::int as due from instruction_usage where review_look_at <= now()`);
  const [unseen] = await database.rows<{ unseen: number }>(sql`
    select count(*)::int as unseen from users where looked_for = 0`);
  expect([usage, unseen]).toEqual([{ due: 2 }, { unseen: 2 }]);
});

it('a contact who is confirmed calls for a look a year after it was named, and no later than before', async () => {
  const lookOf = async () => {
    const [row] = await database.rows<{ days: number }>(sql`
      select round(extract(epoch from look_at - now()) / 86400)::int as days
      from rehearsal_reminders where user_id = ${id}`);
    return row?.days;
  };
  const confirm = async (named: string) => {
    await database.rows(sql`update trusted_contacts set status = 'pending', bound_user_id = null,
      created_at = now() - ${named}::interval where id = ${id}`);
    await database.rows(sql`update trusted_contacts set status = 'confirmed' where id = ${id}`);
  };
  await database.rows(sql`
    update rehearsal_reminders set look_at = now() + interval '300 days' where user_id = ${id}`);
  await confirm('10 days');
  expect(await lookOf()).toBe(300);
  await confirm('100 days');
  expect(await lookOf()).toBe(265);
});
