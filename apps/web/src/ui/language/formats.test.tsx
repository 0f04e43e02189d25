import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFormats } from './formats.ts';
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

/** What a screen would write. */
function written(write: (formats: ReturnType<typeof useFormats>) => string): string {
  function Written() {
    return write(useFormats());
  }
  return renderToStaticMarkup(<Written />);
}

test('a deadline names the time zone in which it is written', async () => {
  const deadline = () => written(({ deadline }) => deadline('2026-11-18T11:20:00.000Z'));
  expect(deadline()).toBe('18 нояб. 2026 г., 14:20 (Москва, стандартное время)');
  await switchLanguage('en');
  expect(deadline()).toMatch(/^Nov 18, 2026, 2:20.PM \(Moscow Standard Time\)$/);
});

test('a span names it once', () => {
  const span = written(({ span }) => span('2026-11-18T11:20:00.000Z', '2026-11-18T13:00:00.000Z'));
  expect(span).toMatch(/14:20.*16:00 \(Москва, стандартное время\)$/);
});

test('a size does not break before its unit', () => {
  expect(written(({ megabytes }) => megabytes(11.4))).toBe('11,4\u00A0МБ');
  expect(written(({ storage }) => storage(1024))).toBe('1\u00A0ГБ');
});
