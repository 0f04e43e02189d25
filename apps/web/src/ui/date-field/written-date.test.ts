import { locales } from '@zavet/contract/locales';
import { describe, expect, it } from 'vitest';
import { readDate, readMoment, writtenDate, writtenMoment } from './written-date.ts';

describe('a numeric date', () => {
  it.each([
    ['ru', '12.04.1956'],
    ['en', '04/12/1956'],
    ['fr', '12/04/1956'],
    ['sv', '1956-04-12'],
    ['fi', '12.04.1956'],
    ['pt', '12/04/1956'],
  ])('uses the order of the language: %s', (language, written) => {
    expect(writtenDate('1956-04-12', language)).toBe(written);
    expect(readDate(written, language)).toBe('1956-04-12');
  });

  it.each(locales)('round-trips: %s', (language) => {
    for (const date of ['2000-02-29', '1999-12-31', '2026-01-01']) {
      expect(readDate(writtenDate(date, language), language)).toBe(date);
      expect(readDate(date, language)).toBe(date);
    }
  });

  it('is parsed with any separator, without zeros and without separators', () => {
    for (const typed of ['12.4.1956', '12 04 1956', '12/4/1956', '12-04-1956', '12041956']) {
      expect(readDate(typed, 'ru')).toBe('1956-04-12');
    }
    expect(readDate('04121956', 'en')).toBe('1956-04-12');
    expect(readDate('19560412', 'sv')).toBe('1956-04-12');
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
    expect(readDate(typed, language)).toBe('1956-04-12');
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
    expect(readDate(typed, 'ru')).toBeUndefined();
  });
});

describe('a date with a time', () => {
  it.each(locales)('round-trips: %s', (language) => {
    const moment = '2026-11-20T02:30';
    expect(readMoment(writtenMoment(moment, language), language)).toBe(moment);
    expect(readMoment(moment, language)).toBe(moment);
  });

  it('is parsed with a comma and a one-digit hour', () => {
    expect(readMoment('20.11.2026, 2:30', 'ru')).toBe('2026-11-20T02:30');
  });

  it.each(['20.11.2026', '20.11.2026 24:00', '20.11.2026 10:60', '10:30', '32.11.2026 10:30'])(
    'is rejected when either part is missing or invalid: «%s»',
    (typed) => {
      expect(readMoment(typed, 'ru')).toBeUndefined();
    },
  );
});
