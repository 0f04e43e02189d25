import { expect, test } from 'vitest';
import {
  changedPlace,
  filterCount,
  isNarrowed,
  listPlaceOf,
  listSearchOf,
  pagePlaceOf,
} from './list-place.ts';

const contact = '0190f3a2-7c1e-7b3d-9a55-2f6f1f0c9d11';
const everything = {
  q: 'ключи',
  category: 'notary',
  to: contact,
  priority: 'high',
  state: 'nobody',
  sort: 'oldest',
  page: '3',
  after: 'cursor',
};

test('an address leads to its place, and a place to the same address', () => {
  const place = listPlaceOf(everything);
  expect(place).toEqual({
    words: 'ключи',
    category: 'notary',
    contact,
    priority: 'high',
    state: 'nobody',
    sort: 'oldest',
    page: 3,
    after: 'cursor',
  });
  expect(listSearchOf(place)).toEqual(everything);
});

test('an empty address shows the newest of everything, and that needs no address', () => {
  const place = listPlaceOf({});
  expect(place).toMatchObject({ words: '', sort: 'newest', page: 1 });
  expect(isNarrowed(place)).toBe(false);
  expect(listSearchOf(place)).toEqual({});
});

test('what an address says and nobody knows is left out', () => {
  const strange = {
    q: '   ',
    category: 'Notary',
    to: 'me',
    priority: 'urgent',
    state: 'lost',
    sort: 'title',
    page: '0',
    after: 'cursor',
  };
  expect(listSearchOf(listPlaceOf(strange))).toEqual({});
});

test.each(['-1', '1', '1.5', 'two', '999999', ''])('page %s is the first page', (page) => {
  expect(pagePlaceOf({ page, after: 'cursor' })).toEqual({ page: 1 });
});

test('a page may be asked for without its cursor', () => {
  expect(pagePlaceOf({ page: '2' })).toEqual({ page: 2, after: undefined });
});

test('another choice begins at the first page and keeps the other choices', () => {
  const next = changedPlace(listPlaceOf(everything), { priority: undefined });
  const { priority: _, page: __, after: ___, ...others } = everything;
  expect(listSearchOf(next)).toEqual(others);
});

test('words and a category narrow the list, and only the chosen filters are counted', () => {
  expect(filterCount(listPlaceOf(everything))).toBe(3);
  expect(filterCount(listPlaceOf({ q: 'ключи', category: 'notary', sort: 'oldest' }))).toBe(0);
  expect(isNarrowed(listPlaceOf({ category: 'notary' }))).toBe(true);
  expect(isNarrowed(listPlaceOf({ sort: 'oldest', page: '2' }))).toBe(false);
});
