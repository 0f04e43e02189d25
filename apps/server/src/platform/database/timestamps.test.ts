import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toIsoTimestamp } from './timestamps.ts';

it('formats any time like Date.toISOString', () => {
  const years = { min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z') };
  /** Separators and time zones of times in columns and in JSON. */
  const forms = fc.constantFrom(
    ...([' ', 'T'] as const).flatMap((separator) =>
      [...(separator === ' ' ? ['+00', '+03'] : []), '-05:30', '+00:00'].map((zone) => ({
        separator,
        zone,
      })),
    ),
  );
  const fractions = fc.stringMatching(/^(\.\d{1,6})?$/);
  fc.assert(
    fc.property(
      fc.date({ ...years, noInvalidDate: true }),
      fractions,
      forms,
      (date, part, { separator, zone }) => {
        const text = `${date.toISOString().slice(0, 19).replace('T', separator)}${part}${zone}`;
        expect(toIsoTimestamp(text)).toBe(new Date(text).toISOString());
      },
    ),
  );
});

it.each([
  ['2026-11-15 12:00:00+00', '2026-11-15T12:00:00.000Z'],
  ['2026-11-15 12:00:00.5+00', '2026-11-15T12:00:00.500Z'],
  ['2026-11-15 12:00:00.123999+00', '2026-11-15T12:00:00.123Z'],
  ['2026-11-15 12:00:00.123+03', '2026-11-15T09:00:00.123Z'],
  ['2026-11-15T12:00:00.123+00:00', '2026-11-15T12:00:00.123Z'],
])('formats %s', (text, moment) => {
  expect(toIsoTimestamp(text)).toBe(moment);
});
