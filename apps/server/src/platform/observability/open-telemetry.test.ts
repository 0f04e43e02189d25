import { describe, expect, it } from 'vitest';
import { operationOf, withoutValues } from './open-telemetry.ts';

describe('a traced statement', () => {
  it.each([
    ['select "id" from "users" where "email" = $1', 'select "id" from "users" where "email" = $1'],
    [`notify jobs, 'anna@example.org'`, 'notify jobs, ?'],
    [`select 'it''s' as one, E'a' as two`, 'select ? as one, ? as two'],
    ['select $$text$$, $tag$more $1 text$tag$', 'select ?, ?'],
    ['select * from t1 where age > 42 limit 7.5', 'select * from t1 where age > ? limit ?'],
    ['select\n  col_2,\n  t.c3 from "t4"', 'select col_2, t.c3 from "t4"'],
  ])('contains no values: %j', (statement, shown) => {
    expect(withoutValues(statement)).toBe(shown);
  });

  it('is truncated', () => {
    expect(withoutValues(`select ${'column, '.repeat(1_000)}`)).toHaveLength(1_000);
  });

  it.each([
    ['  select 1', 'SELECT'],
    ['(select 1) union (select 2)', 'SELECT'],
    ['with found as (select 1) update t set x = 1', 'WITH'],
    ['', 'STATEMENT'],
  ])('is named by its first word: %j', (statement, name) => {
    expect(operationOf(statement)).toBe(name);
  });
});
