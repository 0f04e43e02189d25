import { describe, expect, it } from 'vitest';
import { editionsAsOf, isUnknownEdition, shownEdition } from './edition-rules.ts';

const editions: [string, ...string[]] = ['2026-11-15', '2027-02-01', '2027-06-01'];

it('tells former, present and coming editions apart', () => {
  expect(editionsAsOf(editions, '2027-03-01')).toEqual([
    { day: '2026-11-15', status: 'past' },
    { day: '2027-02-01', status: 'in_force' },
    { day: '2027-06-01', status: 'coming' },
  ]);
});

describe('the edition that is shown', () => {
  it.each([
    [undefined, '2027-02-01', 'in_force'],
    ['2027-02-01', '2027-02-01', 'in_force'],
    ['2026-11-15', '2026-11-15', 'past'],
    ['2027-06-01', '2027-06-01', 'coming'],
    ['2027-06-02', '2027-02-01', 'in_force'],
    ['../faq', '2027-02-01', 'in_force'],
  ])('for ?edition=%s is that of %s', (wanted, day, status) => {
    expect(shownEdition(editions, wanted, '2027-03-01')).toEqual({ day, status });
  });
});

it('tells an address that asks for no edition from one that asks for another', () => {
  const unknown = (wanted: unknown) => isUnknownEdition(editions, wanted);
  expect([undefined, ...editions].map(unknown)).toEqual([false, false, false, false]);
  expect(['2027-06-02', '../faq', '', 2027].map(unknown)).toEqual([true, true, true, true]);
});
