import { sql } from 'drizzle-orm';
import { PgDialect, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { prebuildSql, prepareStatement } from './prepared.ts';

const people = pgTable('people', { id: uuid(), name: text() });

test('a prepared statement orders its values by their placeholders', () => {
  const statuses = ['a', 'b'];
  const once = prepareStatement<{ id: string; name: string }>(
    ({ id, name }) => sql`
    select ${people.id} from ${people}
    where ${people.name} = ${name} and ${people.name} in ${statuses} or ${people.id} = ${id}`,
  );
  const { text: statement, values } = once({ id: '1', name: 'Anna $1' });
  expect(statement.replace(/\s+/g, ' ').trim()).toBe(
    'select "people"."id" from "people" where "people"."name" = $1 and "people"."name" in ($2, $3) or "people"."id" = $4',
  );
  expect(values).toEqual(['Anna $1', 'a', 'b', '1']);
});

test('a repeated placeholder sends its value once', () => {
  const once = prepareStatement<{ id: string; name: string }>(
    ({ id, name }) => sql`select ${id}, ${name}, ${id}, ${5}`,
  );
  expect(once({ id: '1', name: 'Anna' })).toMatchObject({
    text: 'select $1, $2, $1, $3',
    values: ['1', 'Anna', 5],
  });
});

test('statements with the same text share a name', () => {
  const one = prepareStatement<{ id: string }>(({ id }) => sql`select ${id}`);
  const same = prepareStatement<{ other: string }>(({ other }) => sql`select ${other}`);
  const another = prepareStatement<{ id: string }>(({ id }) => sql`select ${id} + 1`);
  expect(one({ id: '1' }).name).toBe(one({ id: '2' }).name);
  expect(same({ other: '1' }).name).toBe(one({ id: '1' }).name);
  expect(another({ id: '1' }).name).not.toBe(one({ id: '1' }).name);
});

test('a missing value is an error, not null', () => {
  const once = prepareStatement<{ id?: string | null }>(({ id }) => sql`select ${id}`);
  expect(() => once({})).toThrow('id');
  expect(once({ id: null }).values).toEqual([null]);
});

test('a prebuilt part can be used in statements', () => {
  const columns = prebuildSql(sql`${people.id}, ${people.name}`);
  const statement = sql`select ${columns} from ${people} where ${1} = ${2}`;
  expect(new PgDialect().sqlToQuery(statement)).toMatchObject({
    sql: 'select "people"."id", "people"."name" from "people" where $1 = $2',
    params: [1, 2],
  });
});

test('a prebuilt part must not have values', () => {
  expect(() => prebuildSql(sql`${people.id} = ${1}`)).toThrow('cannot have values');
});
