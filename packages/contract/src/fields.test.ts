import { expect, it } from 'vitest';
import { z } from 'zod';
import { timestamp } from './fields.ts';

const answer = z.object({ at: timestamp, until: timestamp.nullable() });

it('converts a Date to ISO 8601 in UTC with milliseconds and keeps valid text', () => {
  const at = new Date(0);
  const until = '2026-11-19T06:23:10.123Z';
  const written = { at: '1970-01-01T00:00:00.000Z', until };
  expect(answer.parse({ at, until })).toEqual(written);
  expect(answer.parse(written)).toEqual(written);
});

it.each([
  ['no moment', { until: null }],
  ['null', { at: null, until: null }],
  ['a number', { at: 0, until: null }],
  ['a day', { at: '2026-11-19', until: null }],
  ['another offset', { at: '2026-11-19T06:23:10+03:00', until: null }],
  ['the text of PostgreSQL', { at: '2026-11-19 06:23:10.123+00', until: null }],
])('refuses %s', (_, given) => {
  expect(answer.safeParse(given).success).toBe(false);
});

it('is documented as a date-time string', () => {
  const { properties } = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' });
  expect(properties?.at).toEqual(z.toJSONSchema(z.object({ at: z.iso.datetime() })).properties?.at);
});
