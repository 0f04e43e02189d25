import { expect, test } from 'vitest';
import { partOfDay } from './greeting.ts';

test('greets by the hour, also around midnight', () => {
  const hours = [0, 4, 5, 11, 12, 17, 18, 22, 23];
  expect(hours.map(partOfDay)).toEqual([
    'night',
    'night',
    'morning',
    'morning',
    'day',
    'day',
    'evening',
    'evening',
    'night',
  ]);
});
