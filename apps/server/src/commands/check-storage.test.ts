import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { parseArguments, reportOf, storeReport } from './check-storage.ts';

const compareOnly = {
  kind: 'compare',
  repair: false,
  marksLost: false,
  many: false,
  all: false,
} as const;

describe('the arguments of check-storage', () => {
  it.each([
    [[], compareOnly],
    [['--all'], { ...compareOnly, all: true }],
    [['--repair'], { ...compareOnly, repair: true }],
    [
      ['--repair', '--from', '/b', '--many'],
      { ...compareOnly, repair: true, many: true, from: '/b' },
    ],
    [['--repair', '--mark-lost'], { ...compareOnly, repair: true, marksLost: true }],
    [['--adopt'], { kind: 'adopt', evenWithoutFiles: false }],
    [['--adopt', '--without-files'], { kind: 'adopt', evenWithoutFiles: true }],
  ])('accepts %j', (args, parsed) => {
    expect(parseArguments(args)).toEqual(parsed);
  });

  it.each([
    [['repair']],
    [['--from', '/b']],
    [['--many']],
    [['--mark-lost']],
    [['--force']],
    [['--without-files']],
    [['--adopt', '--repair']],
  ])('refuses %j', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageInvalid);
  });
});

describe('the report of check-storage', () => {
  const sound = {
    ...{ named: 5, listed: 6, listed_bytes: 600, young: 1 },
    ...{ missing: 0, wrong_size: 0, unowned: 2, unowned_bytes: 200, revived: 0 },
    ...{ enqueued_removals: 0, put_back: 0, given_up: 0 },
  };

  it('fails for lost objects and revived accounts, not for unowned objects', () => {
    expect(reportOf(sound, compareOnly)).toContain('Without a row: 2 (200 bytes)');
    const broken = [{ missing: 1 }, { wrong_size: 1 }, { revived: 1 }];
    for (const one of broken) {
      expect(() => reportOf({ ...sound, ...one }, compareOnly)).toThrow(CommandRefused);
    }
  });

  it('succeeds only if all lost objects were restored or marked as lost', () => {
    const repair = { ...compareOnly, repair: true };
    const lost = { ...sound, missing: 2, wrong_size: 1 };
    expect(reportOf({ ...lost, put_back: 3 }, repair)).toContain('Restored from the backup: 3.');
    expect(reportOf({ ...lost, put_back: 2, given_up: 1 }, repair)).toContain('as lost: 1.');
    expect(() => reportOf({ ...lost, put_back: 2 }, repair)).toThrow(/\n1 objects differ/);
  });
});

describe('the report on the store', () => {
  const facts = { recorded: undefined, isMarked: false, sampled: 20, missing: 0 };

  it('accepts the store of the database, or a first one', () => {
    expect(storeReport({ ...facts, recorded: 'id', isMarked: true })).toBe(
      'This is the store id of the database; 20 of 20 sampled files are here.',
    );
    expect(storeReport(facts)).toContain('the first server that starts takes this one');
  });

  it('fails for another store, and names the next step', () => {
    expect(() => storeReport({ ...facts, missing: 3 })).toThrow(/17 of 20 .* --without-files/);
    expect(() => storeReport({ ...facts, recorded: 'id' })).toThrow(
      /^This is not the store id .* --adopt/,
    );
  });
});
