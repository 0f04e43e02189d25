import { describe, expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process/refusals.ts';
import { storeOrderOf, storeReport } from './store-order.ts';

describe('the command about the store', () => {
  it('looks, or makes this the store, with or without its files', () => {
    expect(storeOrderOf([])).toEqual({ kind: 'look' });
    expect(storeOrderOf(['adopt'])).toEqual({ kind: 'adopt', evenWithoutFiles: false });
    expect(storeOrderOf(['adopt', '--without-files'])).toEqual({
      kind: 'adopt',
      evenWithoutFiles: true,
    });
  });

  it.each([[['take']], [['adopt', '--force']], [['adopt', '--without-files', 'x']]])(
    'does not understand %j',
    (args) => {
      expect(() => storeOrderOf(args)).toThrow(UsageInvalid);
    },
  );

  it('says what was found, and a way out', () => {
    const facts = { recorded: undefined, isMarked: false, sought: 20, missing: 0 };
    expect(storeReport({ ...facts, recorded: 'id', isMarked: true })).toBe(
      'This is the store id of the database; 20 of 20 files that were looked for are here.',
    );
    expect(storeReport(facts)).toContain('the first server that starts takes this one');
    expect(storeReport({ ...facts, missing: 3 })).toMatch(/17 of 20 .* adopt --without-files/);
    expect(storeReport({ ...facts, recorded: 'id' })).toMatch(/^This is not the store id .* adopt/);
  });
});
