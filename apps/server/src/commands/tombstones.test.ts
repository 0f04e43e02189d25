import { describe, expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process.ts';
import { parseArguments, sentencesOf } from './tombstones.ts';

describe('the arguments of the tombstones command', () => {
  it.each([
    [[], { kind: 'count' }],
    [['replay'], { kind: 'replay', from: [] }],
    [['replay', '--from', '/b/1', '--from', '/b/2'], { kind: 'replay', from: ['/b/1', '/b/2'] }],
  ])('accepts %j', (args, parsed) => {
    expect(parseArguments(args)).toEqual(parsed);
  });

  it.each([[['list']], [['replay', 'all']], [['--from', '/b/1']], [['replay', '--replace']]])(
    'refuses %j',
    (args) => {
      expect(() => parseArguments(args)).toThrow(UsageInvalid);
    },
  );
});

describe('the count of tombstones', () => {
  const figures = { in_database: 3, in_store: 4, first_at: null, last_at: null, revived: 0 };

  it('names the next step if deleted accounts exist again', () => {
    expect(sentencesOf({ ...figures, revived: 2 }).at(-1)).toMatch(/^2 of them .* replay\.$/);
    expect(sentencesOf(figures).at(-1)).toBe('None of them is there again.');
  });

  it('contains the days of the first and last deletion', () => {
    const dated = {
      ...figures,
      first_at: '2026-01-02T03:04:05.678Z',
      last_at: '2026-11-17T22:00:00.000Z',
    };
    expect(sentencesOf(dated)[0]).toBe(
      'Deleted accounts: 3 known to the database, 4 to the object store, from 2026-01-02 to 2026-11-17.',
    );
  });
});
