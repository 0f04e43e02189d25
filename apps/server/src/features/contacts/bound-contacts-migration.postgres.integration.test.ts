import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabaseUrl } from '../../../test/test-database.ts';

const migrations = new URL('../../../migrations/', import.meta.url);
const files = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort();
const own = files.findIndex((name) => name.endsWith('bound_contacts.sql'));

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('contacts of a former version are bound to the accounts that were them', async () => {
  const database = new Client({ connectionString: await emptyDatabaseUrl() });
  await database.connect();
  const run = async (name: string) => {
    const text = readFileSync(new URL(name, migrations), 'utf8');
    // One by one: some of the later ones refuse to be part of a transaction.
    for (const statement of text.split('--> statement-breakpoint')) await database.query(statement);
  };
  for (const name of files.slice(0, own)) await run(name);
  const user = (number: number, email: string, isVerified = true) =>
    database.query(
      `insert into users (id, email, email_verified, created_at, updated_at)
       values ($1, $2, $3, now(), now())`,
      [id(number), email, isVerified],
    );
  await user(1, 'owner@example.org');
  await user(2, 'anna@example.org');
  await user(3, 'boris@example.org');
  await user(4, 'unconfirmed@example.org', false);
  const contact = (number: number, email: string, status: string) =>
    database.query(
      `insert into trusted_contacts (id, user_id, name, email, status, created_at, updated_at)
       values ($1, $2, 'x', $3, $4, now(), now())`,
      [id(number), id(1), email, status],
    );
  await contact(11, 'anna@example.org', 'confirmed');
  await contact(12, 'boris@example.org', 'activated');
  await contact(13, 'unconfirmed@example.org', 'confirmed');
  await contact(14, 'nobody@example.org', 'confirmed');
  await contact(15, 'owner@example.org', 'confirmed');
  await database.query(
    `insert into trusted_contacts (id, user_id, name, email, status, created_at, updated_at)
     values ($1, $2, 'x', 'anna@example.org', 'pending', now(), now())`,
    [id(16), id(3)],
  );

  for (const name of files.slice(own)) await run(name);

  const { rows } = await database.query<{ id: string; bound_user_id: string | null }>(
    'select id, bound_user_id from trusted_contacts order by id',
  );
  expect(rows).toEqual([
    { id: id(11), bound_user_id: id(2) },
    { id: id(12), bound_user_id: id(3) },
    { id: id(13), bound_user_id: null },
    { id: id(14), bound_user_id: null },
    { id: id(15), bound_user_id: null },
    { id: id(16), bound_user_id: null },
  ]);
  await database.end();
});
