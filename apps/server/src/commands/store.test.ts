import { describe, expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process.ts';
import { parseArguments, reportOf } from './store.ts';

describe('the store command', () => {
  it('checks or adopts the store', () => {
    expect(parseArguments([])).toEqual({ kind: 'look' });
    expect(parseArguments(['adopt'])).toEqual({ kind: 'adopt', evenWithoutFiles: false });
    expect(parseArguments(['adopt', '--without-files'])).toEqual({
      kind: 'adopt',
      evenWithoutFiles: true,
    });
  });

  it.each([[['take']], [['adopt', '--force']], [['adopt', '--without-files', 'x']]])(
    'refuses %j',
    (args) => {
      expect(() => parseArguments(args)).toThrow(UsageInvalid);
    },
  );

  it('reports the finding and the next step', () => {
    const facts = { recorded: undefined, isMarked: false, sampled: 20, missing: 0 };
    expect(reportOf({ ...facts, recorded: 'id', isMarked: true })).toBe(
      'This is the store id of the database; 20 of 20 files that were looked for are here.',
    );
    expect(reportOf(facts)).toContain('the first server that starts takes this one');
    expect(reportOf({ ...facts, missing: 3 })).toMatch(/17 of 20 .* adopt --without-files/);
    expect(reportOf({ ...facts, recorded: 'id' })).toMatch(/^This is not the store id .* adopt/);
  });
});
