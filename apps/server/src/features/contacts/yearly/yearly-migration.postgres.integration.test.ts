import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabaseUrl } from '../../../../test/test-database.ts';

const migrations = new URL('../../../../migrations/', import.meta.url);

test('contacts who had agreed before are asked a year after their last change, never all at once', async () => {
  const database = new Client({ connectionString: await emptyDatabaseUrl() });
  await database.connect();
  await database.query(`
    create table trusted_contacts (id uuid primary key, is_confirmed boolean, updated_at timestamptz);
    insert into trusted_contacts values
      ('00000000-0000-4000-8000-000000000001', true, now() - interval '100 days'),
      ('00000000-0000-4000-8000-000000000002', false, now() - interval '100 days');
    insert into trusted_contacts
      select gen_random_uuid(), true, now() - interval '500 days' from generate_series(1, 300);
  `);
  const file = readdirSync(migrations).find((name) => name.endsWith('contact_checks.sql')) ?? '';
  await database.query(readFileSync(new URL(file, migrations), 'utf8'));

  const { rows } = await database.query<{ due_in: number; contacts: number }>(`
    select round(extract(epoch from due_at - now()) / 86400)::int as due_in, count(*)::int as contacts
    from contact_checks where asked_at is null and confirmed_at is null group by due_in order by due_in`);
  const [recent] = rows.filter(({ due_in }) => due_in > 30);
  expect(recent).toEqual({ due_in: 265, contacts: 1 });
  const old = rows.filter(({ due_in }) => due_in <= 30);
  expect(old.map(({ due_in }) => due_in).every((days) => days >= 1)).toBe(true);
  expect(old.reduce((sum, { contacts }) => sum + contacts, 0)).toBe(300);
  expect(Math.max(...old.map(({ contacts }) => contacts))).toBeLessThan(100);
  const exact = await database.query(
    `select 1 from contact_checks where due_at <> date_trunc('milliseconds', due_at)`,
  );
  expect(exact.rows).toEqual([]);
  await database.end();
});
