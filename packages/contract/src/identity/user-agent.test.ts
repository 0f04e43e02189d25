import { expect, test } from 'vitest';
import { parseUserAgent } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  [`${windows} Safari/537.36`, 'Chrome', 'Windows', 'computer'],
  [`${windows} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows', 'computer'],
  [`${windows} YaBrowser/25.8.0.0 Safari/537.36`, 'yandex', 'Windows', 'computer'],
  [`${windows} Safari/537.36 OPR/121.0.0.0`, 'Opera', 'Windows', 'computer'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
    'Firefox',
    'Linux',
    'computer',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'Linux',
    'computer',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/139.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
    'computer',
  ],
  [
    `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari',
    'macOS',
    'computer',
  ],
  [
    `${iphone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
    'phone',
  ],
  [
    `${iphone} (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPhone',
    'phone',
  ],
  [
    `${iphone} (KHTML, like Gecko) FxiOS/142.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox',
    'iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPad',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36`,
    'Samsung Internet',
    'Android',
    'tablet',
  ],
])('recognises %s', (userAgent, browser, system, form) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system, form });
});

test.each([null, '', 'curl/8.5.0'])('does not guess %s', (userAgent) => {
  const unknown = { browser: undefined, system: undefined, form: 'unknown' };
  expect(parseUserAgent(userAgent)).toEqual(unknown);
});
