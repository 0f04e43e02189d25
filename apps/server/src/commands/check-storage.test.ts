import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { parseArguments, reportOf } from './check-storage.ts';

const onlyLook = { repair: false, many: false, all: false };

describe('the arguments of check-storage', () => {
  it.each([
    [[], onlyLook],
    [['--all'], { ...onlyLook, all: true }],
    [['--repair'], { ...onlyLook, repair: true }],
    [['--repair', '--from', '/b', '--many'], { ...onlyLook, repair: true, many: true, from: '/b' }],
  ])('accepts %j', (args, parsed) => {
    expect(parseArguments(args)).toEqual(parsed);
  });

  it.each([[['repair']], [['--from', '/b']], [['--many']], [['--force']]])('refuses %j', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageInvalid);
  });
});

describe('the report of check-storage', () => {
  const sound = {
    ...{ named: 5, listed: 6, listed_bytes: 600, young: 1 },
    ...{ missing: 0, wrong_size: 0, unowned: 2, unowned_bytes: 200, revived: 0 },
    ...{ ordered_removals: 0, put_back: 0 },
  };

  it('fails for lost objects and revived accounts, not for unowned objects', () => {
    expect(reportOf(sound, onlyLook)).toContain('Without a row: 2 (200 bytes)');
    const broken = [{ missing: 1 }, { wrong_size: 1 }, { revived: 1 }];
    for (const one of broken) {
      expect(() => reportOf({ ...sound, ...one }, onlyLook)).toThrow(CommandRefused);
    }
  });

  it('succeeds only if all lost objects were restored', () => {
    const repair = { ...onlyLook, repair: true };
    const lost = { ...sound, missing: 2, wrong_size: 1 };
    expect(reportOf({ ...lost, put_back: 3 }, repair)).toContain('Put back from the backup: 3.');
    expect(() => reportOf({ ...lost, put_back: 2 }, repair)).toThrow(/\n1 objects are not/);
  });
});
