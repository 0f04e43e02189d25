import { expect, test } from 'vitest';
import { assessDatabase } from './check-database.ts';
import type { DatabaseFacts } from './database-facts-repository.ts';

const sound: DatabaseFacts = {
  version: '15.8',
  version_number: 150_008,
  encoding: 'UTF8',
  database: 'zavet',
  role: 'zavet',
  is_replica: false,
  is_read_only: false,
  may_make_schemas: true,
  may_make_tables: true,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  statement_timeout_ms: 0,
  idle_in_transaction_timeout_ms: 0,
  connections: 100,
  connections_used: 10,
};
const assess = (changes: Partial<DatabaseFacts>) => assessDatabase({ ...sound, ...changes }, 29);

test('reports version and free connections of a sound server', () => {
  const says = 'PostgreSQL 15.8 answers; 90 of 100 connections are free';
  expect(assess({})).toEqual([{ about: 'Database', state: 'ok', says }]);
});

test.each<[string, Partial<DatabaseFacts>, string]>([
  ['an old version', { version: '14.13', version_number: 140_013 }, '14.13 is older than 15'],
  ['a replica', { is_replica: true, is_read_only: true }, 'is a replica'],
  ['a read-only server', { is_read_only: true }, 'read-only by default'],
  ['another encoding', { encoding: 'LATIN1' }, 'has the encoding LATIN1'],
  ['no right to make schemas', { may_make_schemas: false }, 'may not make schemas'],
  ['no right to make tables', { may_make_tables: false }, 'may not make tables'],
  ['a log that is not written through', { fsync: 'off' }, 'fsync is off'],
  ['pages that may tear', { full_page_writes: 'off' }, 'full_page_writes is off'],
  ['commits that may get lost', { synchronous_commit: 'off' }, 'synchronous_commit is off'],
])('reports only the error with a next step: %s', (_, changes, words) => {
  const findings = assess(changes);
  expect(findings).toEqual([
    {
      about: 'Database',
      state: 'wrong',
      says: expect.stringContaining(words),
      todo: expect.stringMatching(/\w/),
    },
  ]);
});

test.each<[string, Partial<DatabaseFacts>, string]>([
  ['a short limit for statements', { statement_timeout_ms: 59_999 }, 'statement_timeout is'],
  [
    'a short limit for transactions',
    { idle_in_transaction_timeout_ms: 5_000 },
    'idle_in_transaction',
  ],
  ['few free connections', { connections_used: 95 }, 'only 5 of 100'],
  ['fewer connections than a server uses', { connections: 28 }, 'uses up to 29'],
])('warns of %s', (_, changes, words) => {
  const [first, second, ...others] = assess(changes);
  expect(first).toMatchObject({ state: 'ok' });
  expect(second).toMatchObject({ state: 'warning', says: expect.stringContaining(words) });
  expect(others).toEqual([]);
});

test('accepts timeouts of a minute and six free connections', () => {
  const enough = { statement_timeout_ms: 60_000, connections_used: 94 };
  expect(assess(enough)).toMatchObject([{ state: 'ok' }]);
});
