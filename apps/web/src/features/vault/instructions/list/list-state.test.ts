import { expect, test } from 'vitest';
import {
  filterCount,
  isNarrowed,
  listSearchOf,
  listStateOf,
  pageOf,
  withListChange,
} from './list-state.ts';

const contact = '0190f3a2-7c1e-7b3d-9a55-2f6f1f0c9d11';
const everything = {
  q: 'ключи',
  category: 'notary',
  to: contact,
  priority: 'high',
  state: 'nobody',
  sort: 'oldest',
  page: '3',
};

test('parsing URL parameters and formatting them again changes nothing', () => {
  const listState = listStateOf(everything);
  expect(listState).toEqual({
    searchText: 'ключи',
    category: 'notary',
    contact,
    priority: 'high',
    state: 'nobody',
    sort: 'oldest',
    page: 3,
  });
  expect(listSearchOf(listState)).toEqual(everything);
});

test('without URL parameters the list shows all instructions, newest first', () => {
  const listState = listStateOf({});
  expect(listState).toMatchObject({ searchText: '', sort: 'newest', page: 1 });
  expect(isNarrowed(listState)).toBe(false);
  expect(listSearchOf(listState)).toEqual({});
});

test('ignores invalid URL parameters', () => {
  const strange = {
    q: '   ',
    category: 'Notary',
    to: 'me',
    priority: 'urgent',
    state: 'lost',
    sort: 'title',
    page: '0',
  };
  expect(listSearchOf(listStateOf(strange))).toEqual({});
});

test.each(['-1', '1', '1.5', 'two', '999999', ''])('parses page "%s" as the first page', (page) => {
  expect(pageOf(page)).toBe(1);
});

test('changing a filter returns to the first page and keeps the other filters', () => {
  const next = withListChange(listStateOf(everything), { priority: undefined });
  const { priority: _, page: __, ...others } = everything;
  expect(listSearchOf(next)).toEqual(others);
});

test('search text and category narrow the list but do not count as filters', () => {
  expect(filterCount(listStateOf(everything))).toBe(3);
  expect(filterCount(listStateOf({ q: 'ключи', category: 'notary', sort: 'oldest' }))).toBe(0);
  expect(isNarrowed(listStateOf({ category: 'notary' }))).toBe(true);
  expect(isNarrowed(listStateOf({ sort: 'oldest', page: '2' }))).toBe(false);
});
