import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObjectKey } from './object-store.ts';
import { markKey, markPrefix, storeVerdict } from './store-identity.ts';

const id = '0b7e1d3c-9a44-4c59-8f5e-2a51c7f0a111';
const nothing = { recorded: undefined, isMarked: false, sought: 0, missing: 0 };

describe('the store of a database', () => {
  it('is the one that holds its mark', () => {
    expect(storeVerdict({ ...nothing, recorded: id, isMarked: true })).toBe('same');
  });

  it('stays the one that holds its mark, whatever is missing there', () => {
    expect(storeVerdict({ recorded: id, isMarked: true, sought: 9, missing: 9 })).toBe('same');
  });

  it('is taken by a database that knows none and misses nothing', () => {
    expect(storeVerdict(nothing)).toBe('adopt');
    expect(storeVerdict({ ...nothing, sought: 20 })).toBe('adopt');
  });

  it('is not one that lacks a single file of a database that knows none', () => {
    expect(storeVerdict({ ...nothing, sought: 20, missing: 1 })).toBe('objects_missing');
  });

  it('is never another one once it is known, not even an empty one or one with all the files', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (sought, missing) => {
        expect(storeVerdict({ recorded: id, isMarked: false, sought, missing })).toBe('unmarked');
      }),
    );
  });

  it('is marked under a key that every store takes', () => {
    expect(isObjectKey(markKey(id))).toBe(true);
    expect(markKey(id).startsWith(markPrefix)).toBe(true);
  });
});
