import { describe, expect, it } from 'vitest';
import {
  editionInForce,
  legalDocumentNames,
  legalEditions,
  legalPaths,
  upcomingEditions,
} from './editions.ts';

describe('edition in force', () => {
  const editions: [string, ...string[]] = ['2026-11-15', '2027-02-01', '2027-03-01'];

  it.each([
    ['2026-11-14', '2026-11-15', ['2026-11-15', '2027-02-01', '2027-03-01']],
    ['2026-11-15', '2026-11-15', ['2027-02-01', '2027-03-01']],
    ['2027-01-31', '2026-11-15', ['2027-02-01', '2027-03-01']],
    ['2027-02-01', '2027-02-01', ['2027-03-01']],
    ['2030-01-01', '2027-03-01', []],
  ])('on %s is %s', (today, inForce, coming) => {
    expect(editionInForce(editions, today)).toBe(inForce);
    expect(upcomingEditions(editions, today)).toEqual(coming);
  });
});

describe.each(legalDocumentNames)('%s', (document) => {
  it('has its editions in order, each a day, without duplicates', () => {
    const editions = legalEditions[document];
    expect(editions.filter((edition) => !/^\d{4}-\d{2}-\d{2}$/.test(edition))).toEqual([]);
    expect(editions).toEqual([...new Set(editions)].sort());
  });
});

it('documents have different addresses', () => {
  expect(new Set(Object.values(legalPaths)).size).toBe(legalDocumentNames.length);
});
