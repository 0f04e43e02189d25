import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { formatNumber, formatPhone } from './formats.ts';
import { locales } from './locales.ts';

const withPlainSpaces = (stored: string) => formatPhone(stored).replaceAll('\u00A0', ' ');

test.each([
  ['+79123456789', '+7 912 345-67-89'],
  ['+442079460018', '+44 207 946 0018'],
  ['+358401234567', '+358 401 234 567'],
  ['+33612345678', '+33 612 345 678'],
  ['+12125550123', '+1 212 555 0123'],
  ['+3725123456', '+372 512 3456'],
])('%s is formatted as %s', (stored, written) => {
  expect(withPlainSpaces(stored)).toBe(written);
});

test('keeps a number on one line', () => {
  expect(formatPhone('+79123456789')).not.toContain(' ');
});

test.each(['', '8 800 555-35-35', '+7 912', '+7912345678901234'])(
  'keeps other text unchanged: «%s»',
  (text) => {
    expect(formatPhone(text)).toBe(text);
  },
);

test('keeps all digits', () => {
  for (const stored of ['+1234567', '+999123456789012', '+74951234567', '+8801712345678']) {
    expect(formatPhone(stored).replace(/[^\d+]/g, '')).toBe(stored);
  }
});

it.each(locales)('formats numbers like Intl, in %s', (locale) => {
  const intl = (value: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value);
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (whole) => {
      expect(formatNumber(whole, locale)).toBe(intl(whole, 0));
      // One decimal place, as used for the sizes of files and storage.
      expect(formatNumber(whole / 10, locale, 1)).toBe(intl(whole / 10, 1));
    }),
  );
});
