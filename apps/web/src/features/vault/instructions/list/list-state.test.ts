import { expect, test } from 'vitest';
import {
  changeListState,
  countFilters,
  isNarrowed,
  listSearchOf,
  listStateOf,
  pageOf,
} from './list-state.ts';

const contact = '0190f3a2-7c1e-7b3d-9a55-2f6f1f0c9d11';
const allParameters = {
  q: 'ключи',
  category: 'notary',
  to: contact,
  priority: 'high',
  state: 'no_recipient',
  sort: 'oldest',
  page: '3',
};

test('parsing URL parameters and formatting them again changes nothing', () => {
  const listState = listStateOf(allParameters);
  expect(listState).toEqual({
    searchText: 'ключи',
    category: 'notary',
    contact,
    priority: 'high',
    state: 'no_recipient',
    sort: 'oldest',
    page: 3,
  });
  expect(listSearchOf(listState)).toEqual(allParameters);
});

test('without URL parameters the list shows all instructions, newest first', () => {
  const listState = listStateOf({});
  expect(listState).toMatchObject({ searchText: '', sort: 'newest', page: 1 });
  expect(isNarrowed(listState)).toBe(false);
  expect(listSearchOf(listState)).toEqual({});
});

test('ignores invalid URL parameters', () => {
  const invalid = {
    q: '   ',
    category: 'Notary',
    to: 'me',
    priority: 'urgent',
    state: 'lost',
    sort: 'title',
    page: '0',
  };
  expect(listSearchOf(listStateOf(invalid))).toEqual({});
});

test.each(['-1', '1', '1.5', 'two', '999999', ''])('parses page "%s" as the first page', (page) => {
  expect(pageOf(page)).toBe(1);
});

test('changing a filter returns to the first page and keeps the other filters', () => {
  const next = changeListState(listStateOf(allParameters), { priority: undefined });
  const { priority: _, page: __, ...others } = allParameters;
  expect(listSearchOf(next)).toEqual(others);
});

test('search text and category narrow the list but do not count as filters', () => {
  expect(countFilters(listStateOf(allParameters))).toBe(3);
  expect(countFilters(listStateOf({ q: 'ключи', category: 'notary', sort: 'oldest' }))).toBe(0);
  expect(isNarrowed(listStateOf({ category: 'notary' }))).toBe(true);
  expect(isNarrowed(listStateOf({ sort: 'oldest', page: '2' }))).toBe(false);
});
