import { locales } from '@zavet/contract/locales';
import { describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, parseDate, parseDateTime } from './date-text.ts';

describe('a numeric date', () => {
  it.each([
    ['ru', '12.04.1956'],
    ['en', '04/12/1956'],
    ['fr', '12/04/1956'],
    ['sv', '1956-04-12'],
    ['fi', '12.04.1956'],
    ['pt', '12/04/1956'],
  ])('uses the order of the language: %s', (language, written) => {
    expect(formatDate('1956-04-12', language)).toBe(written);
    expect(parseDate(written, language)).toBe('1956-04-12');
  });

  it.each(locales)('round-trips: %s', (language) => {
    for (const date of ['2000-02-29', '1999-12-31', '2026-01-01']) {
      expect(parseDate(formatDate(date, language), language)).toBe(date);
      expect(parseDate(date, language)).toBe(date);
    }
  });

  it('is parsed with any separator, without zeros and without separators', () => {
    for (const typed of ['12.4.1956', '12 04 1956', '12/4/1956', '12-04-1956', '12041956']) {
      expect(parseDate(typed, 'ru')).toBe('1956-04-12');
    }
    expect(parseDate('04121956', 'en')).toBe('1956-04-12');
    expect(parseDate('19560412', 'sv')).toBe('1956-04-12');
  });

  it.each([
    ['ru', '12 апреля 1956 г.'],
    ['ru', '12 апр 1956'],
    ['en', 'April 12, 1956'],
    ['fr', '12 avril 1956'],
    ['sv', '12 april 1956'],
    ['fi', '12. huhtikuuta 1956'],
    ['pt', '12 de abril de 1956'],
  ])('is parsed with the name of its month: %s «%s»', (language, typed) => {
    expect(parseDate(typed, language)).toBe('1956-04-12');
  });

  it.each([
    '',
    '12.04',
    '12.04.56',
    '31.02.1956',
    '12.13.1956',
    'вчера',
    '12.04.1956.1',
    'а12.4.1956',
  ])('is rejected when incomplete or invalid: «%s»', (typed) => {
    expect(parseDate(typed, 'ru')).toBeUndefined();
  });
});

describe('a date with a time', () => {
  it.each(locales)('round-trips: %s', (language) => {
    const moment = '2026-11-20T02:30';
    expect(parseDateTime(formatDateTime(moment, language), language)).toBe(moment);
    expect(parseDateTime(moment, language)).toBe(moment);
  });

  it('is parsed with a comma and a one-digit hour', () => {
    expect(parseDateTime('20.11.2026, 2:30', 'ru')).toBe('2026-11-20T02:30');
  });

  it.each(['20.11.2026', '20.11.2026 24:00', '20.11.2026 10:60', '10:30', '32.11.2026 10:30'])(
    'is rejected when either part is missing or invalid: «%s»',
    (typed) => {
      expect(parseDateTime(typed, 'ru')).toBeUndefined();
    },
  );
});
