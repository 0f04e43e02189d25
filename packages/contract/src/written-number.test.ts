import fc from 'fast-check';
import { expect, it } from 'vitest';
import { locales } from './locales.ts';
import { writtenNumber } from './written-number.ts';

it.each(locales)('writes numbers the way Intl does, in %s', (locale) => {
  const intl = (value: number, maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value);
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (whole) => {
      expect(writtenNumber(whole, locale)).toBe(intl(whole, 0));
      // Tenths of files and storage; binary fractions between them are not asked for.
      expect(writtenNumber(whole / 10, locale, 1)).toBe(intl(whole / 10, 1));
    }),
  );
});
