import { describe, expect, it } from 'vitest';
import { editionsAsOf, isUnknownEdition, selectEdition } from './edition-rules.ts';

const editions: [string, ...string[]] = ['2026-11-15', '2027-02-01', '2027-06-01'];

it('distinguishes past, current and upcoming editions', () => {
  expect(editionsAsOf(editions, '2027-03-01')).toEqual([
    { day: '2026-11-15', status: 'past' },
    { day: '2027-02-01', status: 'in_force' },
    { day: '2027-06-01', status: 'coming' },
  ]);
});

describe('shown edition', () => {
  it.each([
    [undefined, '2027-02-01', 'in_force'],
    ['2027-02-01', '2027-02-01', 'in_force'],
    ['2026-11-15', '2026-11-15', 'past'],
    ['2027-06-01', '2027-06-01', 'coming'],
    ['2027-06-02', '2027-02-01', 'in_force'],
    ['../faq', '2027-02-01', 'in_force'],
  ])('for ?edition=%s is the one of %s, which is %s', (requested, day, status) => {
    expect(selectEdition(editions, requested, '2027-03-01')).toEqual({ day, status });
  });
});

it('reports an unknown edition, but not a missing parameter', () => {
  const unknown = (requested: unknown) => isUnknownEdition(editions, requested);
  expect([undefined, ...editions].map(unknown)).toEqual([false, false, false, false]);
  expect(['2027-06-02', '../faq', '', 2027].map(unknown)).toEqual([true, true, true, true]);
});
