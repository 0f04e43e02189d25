import { expect, test } from 'vitest';
import { timeLeftOf } from './time-left.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const said = (milliseconds: number) =>
  timeLeftOf(milliseconds).map(({ unit, count }) => `${count} ${unit}`);

test('days are told with their hours, the last day in hours and minutes', () => {
  expect(said(2 * day + 19 * hour + 40 * minute)).toEqual(['2 day', '19 hour']);
  expect(said(5 * hour + 7 * minute)).toEqual(['5 hour', '7 minute']);
});

test('what is nothing is left out', () => {
  expect(said(3 * day + 20 * minute)).toEqual(['3 day']);
  expect(said(2 * hour)).toEqual(['2 hour']);
  expect(said(12 * minute)).toEqual(['12 minute']);
});

test('never tells more than there is, and nothing below nothing', () => {
  expect(said(minute - 1)).toEqual(['0 minute']);
  expect(said(day - 1)).toEqual(['23 hour', '59 minute']);
  expect(said(-5 * hour)).toEqual(['0 minute']);
});
