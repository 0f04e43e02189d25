import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeLeftOf, useFormats } from './formats.ts';
import { startLanguage, switchLanguage } from './i18n.ts';

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubEnv('TZ', 'Europe/Moscow');
  await startLanguage();
});

afterEach(async () => {
  await switchLanguage('ru');
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Renders a value with the formats of a screen. */
function written(write: (formats: ReturnType<typeof useFormats>) => string): string {
  function Written() {
    return write(useFormats());
  }
  return renderToStaticMarkup(<Written />);
}

test('a deadline names its time zone', async () => {
  const deadline = () => written(({ deadline }) => deadline('2026-11-18T11:20:00.000Z'));
  expect(deadline()).toBe('18 нояб. 2026 г., 14:20 (Москва, стандартное время)');
  await switchLanguage('en');
  expect(deadline()).toMatch(/^Nov 18, 2026, 2:20.PM \(Moscow Standard Time\)$/);
});

test('a range names its time zone once', () => {
  const span = written(({ span }) => span('2026-11-18T11:20:00.000Z', '2026-11-18T13:00:00.000Z'));
  expect(span).toMatch(/14:20.*16:00 \(Москва, стандартное время\)$/);
});

test('a size does not wrap before its unit', () => {
  expect(written(({ megabytes }) => megabytes(11.4))).toBe('11,4\u00A0МБ');
  expect(written(({ storage }) => storage(1024))).toBe('1\u00A0ГБ');
});

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const labels = (milliseconds: number) =>
  timeLeftOf(milliseconds).map(({ unit, count }) => `${count} ${unit}`);

test('remaining time has days and hours, on the last day hours and minutes', () => {
  expect(labels(2 * day + 19 * hour + 40 * minute)).toEqual(['2 day', '19 hour']);
  expect(labels(5 * hour + 7 * minute)).toEqual(['5 hour', '7 minute']);
});

test('remaining time omits zero units', () => {
  expect(labels(3 * day + 20 * minute)).toEqual(['3 day']);
  expect(labels(2 * hour)).toEqual(['2 hour']);
  expect(labels(12 * minute)).toEqual(['12 minute']);
});

test('remaining time is rounded down, and never negative', () => {
  expect(labels(minute - 1)).toEqual(['0 minute']);
  expect(labels(day - 1)).toEqual(['23 hour', '59 minute']);
  expect(labels(-5 * hour)).toEqual(['0 minute']);
});
