// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are sources of programs
import { expect, test } from 'vitest';
import { tablesIn, untypedNames } from './sql-columns.mjs';

const others = tablesIn(`
  export const users = pgTable('users', { id: uuid(), email: text(), status: text() });
  export const userProfiles = pgTable('user_profiles', { user_id: uuid(), full_name: text() }, (t) => []);
`);
const own = tablesIn(
  `const trustedContacts = pgTable('trusted_contacts', { id: uuid(), user_id: uuid(), status: text() });`,
);
const repository = 'apps/server/src/features/people/contacts/contact-repository.ts';

function faultsOf(body, path = repository) {
  const source = `import { users, userProfiles as profile } from '../account/index.ts';
import { trustedContacts } from './contact-tables.ts';
${body}`;
  return untypedNames(path, source, { own, others });
}

test('tables are found with their columns', () => {
  expect(others).toEqual([
    { constant: 'users', name: 'users', columns: new Set(['id', 'email', 'status']) },
    { constant: 'userProfiles', name: 'user_profiles', columns: new Set(['user_id', 'full_name']) },
  ]);
});

test.each([
  ['a table', 'sql`select 1 from user_profiles`'],
  ['a table before its column', 'sql`select 1 from ${users} where users.id = 1`'],
  ['a column of another feature', 'sql`select full_name from ${x}`'],
  ['a column of an aliased table', 'sql`select 1 from ${users} owner where owner.id = 1`'],
  ['a column of a table with «as»', 'sql`select 1 from ${users} as owner where owner.id = 1`'],
  [
    'a column of a typed alias',
    "const me = alias(users, 'me'); sql`select me.id from ${users} ${me}`",
  ],
  ['a column that exists in own tables too', 'sql`select status from ${users}`'],
  ['a column of a table with a local name', 'sql`select 1 from ${profile} where user_id = 1`'],
  ['a column in a part of a statement', 'sql`${a} ${sql`and email = ${b}`}`'],
  ['a column of the row that is in conflict', 'sql`set a = excluded.full_name`'],
  ['a name in raw text', 'sql.raw(`select ${a} from users`)'],
])('%s is reported', (_, statement) => {
  expect(faultsOf(statement)).toMatchObject([{ line: 3 }]);
});

test.each([
  ['typed columns', 'sql`select ${users.email} from ${users} where ${users.id} = ${id}`'],
  ['own tables and columns', 'sql`select id, status from trusted_contacts where user_id = ${id}`'],
  [
    'own columns beside typed ones of others',
    'sql`select c.id from ${trustedContacts} c inner join ${users} on ${users.id} = c.user_id`',
  ],
  ['aliases of the statement', 'sql`select ${users.email} as email order by email`'],
  [
    'strings, comments, types and functions',
    "sql`select 'email' -- full_name\n, email(1), a::email`",
  ],
  ['text that is not SQL', 'const sentence = `the email of users`;'],
])('%s are accepted', (_, statement) => {
  expect(faultsOf(statement)).toEqual([]);
});

test('a table of another feature may be imported by repositories only', () => {
  const path = 'apps/server/src/features/people/contacts/write-contact.ts';
  expect(faultsOf('', path)).toMatchObject([{ line: 1 }, { line: 1 }]);
});
