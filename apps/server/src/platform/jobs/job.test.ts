import { describe, expect, it } from 'vitest';
import { findNonIdField } from './job.ts';

const id = '0190f3a2-7c1e-7b3d-9a55-2f6f1f0c9d11';

describe('job data', () => {
  it('may contain nested ids, timestamps, numbers and constants', () => {
    const facts = { plan: '300mb_year', valid_until: '2026-12-31', amount_kopecks: 9900 };
    const data = { kind: 'plan_bought', user_id: id, at: '2026-11-15T12:00:00.000Z', facts };
    expect(findNonIdField({ ...data, is_last: false, next_try_on: null, ids: [id, id] })).toBe(
      undefined,
    );
    expect(findNonIdField({})).toBe(undefined);
  });

  it.each([
    'plan_bought',
    'a_b_c',
    'plan_300mb',
    'plan-12',
    'plan_1234',
    '300mb',
    'ru',
    'a'.repeat(40),
    '2026-12-31',
  ])('may contain the constant %s', (value) => {
    expect(findNonIdField({ value })).toBeUndefined();
  });

  it('may have four levels', () => {
    expect(findNonIdField({ a: { b: { c: { d: id } } } })).toBeUndefined();
    expect(findNonIdField({ a: { b: { c: { d: { e: id } } } } })).toBe('a.b.c.d');
  });

  it.each([
    ['an address', 'anna@example.org'],
    ['a name', 'Анна Лаврова'],
    ['a name in Latin letters', 'Anna'],
    ['a text', 'the keys are under the mat'],
    ['a code', 'K7PQ3X'],
    ['a code of digits', '482915'],
    ['a PIN', '1234'],
    ['a token', 'mEXqp0Lz7rV1xJ8aT3cW9sK5nH2dF6gB'],
    ['a token in hexadecimal', '9f86d081884c7d659a2feaa0c55ad015'],
    ['a network address', '192.0.2.17'],
    ['an empty text', ''],
    ['an id with a prefix', `x${id}`],
    ['an id with a suffix', `${id}x`],
    ['a date with a prefix', 'x2026-12-31'],
    ['a date with a suffix', '2026-12-31x'],
    ['a long word', 'a'.repeat(41)],
    ['a long number in a word', 'plan_12345'],
    ['other characters in a word', 'plan_!!'],
    ['other characters after a number', 'plan_12!!'],
  ])('must not contain %s', (_, value) => {
    expect(findNonIdField({ user_id: id, value })).toBe('value');
    expect(findNonIdField({ facts: { list: [id, value] } })).toBe('facts.list.1');
  });
});
