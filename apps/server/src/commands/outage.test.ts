import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { parseArguments, reportOf } from './outage.ts';

const now = new Date('2026-11-15T12:00:00Z');
const parse = (...args: string[]) => parseArguments(args, now);

describe('the outage command', () => {
  it.each([
    ['2026-11-01T10:00+03:00', '2026-11-01T07:00:00Z'],
    ['2026-11-01T10:00:30Z', '2026-11-01T10:00:30Z'],
    ['2026-11-01', '2026-10-31T21:00:00Z'],
  ])('accepts %s', (from, moment) => {
    expect(parse(from, '2026-11-15T12:00Z')).toEqual({ began_at: new Date(moment), ended_at: now });
  });

  it.each([
    [[]],
    [['2026-11-01']],
    [['2026-11-01', '2026-11-02', '2026-11-03']],
    [['--help', '2026-11-02']],
    [['2026-02-30', '2026-11-02']],
    [['2026-11-01T10:00', '2026-11-02']],
    [['1.11.2026', '2.11.2026']],
  ])('refuses %j with its usage', (args) => {
    expect(() => parse(...args)).toThrow(UsageInvalid);
    expect(() => parse(...args)).toThrow(/^Use npm run outage -- <from> <to>, [^.\n]+\.$/);
  });

  it.each([
    ['that ends before it begins', '2026-11-02', '2026-11-01', /end after it began/],
    ['without length', '2026-11-02', '2026-11-02', /end after it began/],
    ['that is not over', '2026-11-15', '2026-11-15T12:00:01Z', /still to come/],
    ['of more than a year', '2025-11-13', '2026-11-15', /more than a year/],
  ])('refuses %s', (_, from, to, sentence) => {
    expect(() => parse(from, to)).toThrow(CommandRefused);
    expect(() => parse(from, to)).toThrow(sentence);
  });

  it('accepts a whole year', () => {
    expect(parse('2025-11-14', '2026-11-15').ended_at).toEqual(new Date('2026-11-14T21:00:00Z'));
  });
});

describe('the report', () => {
  it.each([
    ['2026-10-02', '2026-11-01', /extended/],
    ['2026-10-02', '2026-11-01T00:01+03:00', /longer than 30 days.*money/],
  ])('describes an outage from %s to %s', (from, to, sentence) => {
    expect(reportOf(parse(from, to), true)).toMatch(sentence);
  });

  it('reports a repeated outage', () => {
    expect(reportOf(parse('2026-11-01', '2026-11-02'), false)).toBe(
      'The outage from 2026-10-31T21:00:00.000Z to 2026-11-01T21:00:00.000Z was recorded already; nothing was changed.',
    );
  });
});
