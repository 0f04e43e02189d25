import { isCalendarDate } from '@zavet/contract/account/profile-rules';
import { expect, test } from 'vitest';
import { isoDateOf, monthNames } from './date-parts.ts';

test('writes day, month and year as one date', () => {
  expect(isoDateOf({ day: '5', month: '3', year: ' 1958 ' })).toBe('1958-03-05');
});

test('nothing typed is no date at all', () => {
  expect(isoDateOf({ day: ' ', month: '', year: '' })).toBe('');
});

test.each([
  { day: '5', month: '', year: '1958' },
  { day: '', month: '3', year: '1958' },
  { day: '5', month: '3', year: '' },
  { day: '5', month: '3', year: '58' },
  { day: 'пять', month: '3', year: '1958' },
  { day: '31', month: '2', year: '1958' },
])('what is half typed or wrong is not taken for a date: %o', (parts) => {
  const date = isoDateOf(parts);
  expect(date).not.toBe('');
  expect(isCalendarDate(date)).toBe(false);
});

test('names the months in the language of the screen', () => {
  expect(monthNames('ru')).toHaveLength(12);
  expect(monthNames('ru')[2]).toBe('март');
  expect(monthNames('en')[11]).toBe('December');
});
