import { sql } from 'drizzle-orm';
import { PgDialect, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { prebuilt } from './prebuilt.ts';

const people = pgTable('people', { id: uuid(), name: text() });
const query = (statement: ReturnType<typeof sql>) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return { text, params };
};

test('a prebuilt statement is the same as one that is built for every call', () => {
  const statuses = ['a', 'b'];
  const build = (id: unknown, name: unknown) => sql`
    select ${people.id} from ${people}
    where ${people.id} = ${id} and ${people.name} in ${statuses} or ${people.name} = ${name}
      or ${id} is null`;
  const once = prebuilt<{ id: string; name: string }>(({ id, name }) => build(id, name));
  for (const values of [
    { id: '1', name: 'Anna $1' },
    { id: '2', name: '' },
  ]) {
    expect(query(once(values))).toEqual(query(build(values.id, values.name)));
  }
});

test('a part without values fits into other statements', () => {
  const columns = prebuilt(() => sql`${people.id}, ${people.name}`)({});
  expect(query(sql`select ${columns} from ${people} where ${1} = ${2}`)).toEqual({
    text: 'select "people"."id", "people"."name" from "people" where $1 = $2',
    params: [1, 2],
  });
});

test('a value that is not given is an error, not null', () => {
  const once = prebuilt<{ id?: string }>(({ id }) => sql`select ${id}`);
  expect(() => once({})).toThrow('id');
});
