import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabaseUrl } from '../../../test/test-database.ts';

const migrations = new URL('../../../migrations/', import.meta.url);

test('addresses whose domain was kept as xn-- are kept in its own script afterwards', async () => {
  const database = new Client({ connectionString: await emptyDatabaseUrl() });
  await database.connect();
  await database.query(`
    create table users (email text unique);
    create table account_requests (email text);
    create table email_changes (old_email text, new_email text);
    create table trusted_contacts (email text);
    insert into users values
      ('anna@xn--80a1acny.xn--p1ai'), ('ivo@mail.xn--bcher-kva.de'), ('eve@example.org');
    insert into email_changes values ('anna@xn--80a1acny.xn--p1ai', 'anna@example.org');
    insert into trusted_contacts values ('xn--anna@xn--e1afmkfd.xn--p1ai');
  `);
  const file = readdirSync(migrations).find((name) => name.endsWith('normal_addresses.sql')) ?? '';
  await database.query(readFileSync(new URL(file, migrations), 'utf8'));

  const emailsOf = async (query: string) =>
    (await database.query<{ email: string }>(query)).rows.map(({ email }) => email);
  expect((await emailsOf('select email from users')).sort()).toEqual([
    'anna@почта.рф',
    'eve@example.org',
    'ivo@mail.bücher.de',
  ]);
  expect(await emailsOf('select old_email as email from email_changes')).toEqual(['anna@почта.рф']);
  expect(await emailsOf('select email from trusted_contacts')).toEqual(['xn--anna@пример.рф']);
  await database.end();
});
