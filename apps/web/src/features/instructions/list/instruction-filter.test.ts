import { expect, test } from 'vitest';
import {
  categoryFilterOf,
  categoryFilters,
  countByCategory,
  countByPriority,
  inCategory,
} from './instruction-filter.ts';

const instructions = [
  { id: 1, category: 'notary', priority: 'high' },
  { id: 2, category: 'personal', priority: 'low' },
  { id: 3, category: 'notary', priority: 'low' },
] as const;

test('shows everything or one category, in the given order', () => {
  expect(inCategory(instructions, 'all').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(inCategory(instructions, 'notary').map(({ id }) => id)).toEqual([1, 3]);
  expect(inCategory(instructions, 'church')).toEqual([]);
});

test('counts every category, also the empty ones', () => {
  const none = { church: 0, lawyer: 0, relative: 0, friends: 0, agency: 0 };
  expect(countByCategory(instructions)).toEqual({ ...none, all: 3, notary: 2, personal: 1 });
});

test('counts every priority, also the unused ones', () => {
  expect(countByPriority(instructions)).toEqual({ high: 1, medium: 0, low: 2 });
});

test.each(categoryFilters)('an address can ask for %s', (filter) => {
  expect(categoryFilterOf(filter)).toBe(filter);
});

test.each([undefined, '', 'Notary', 5])('%s shows everything', (value) => {
  expect(categoryFilterOf(value)).toBe('all');
});
