import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObjectKey } from './object-store.ts';
import { markerKey, markerPrefix, storeVerdict } from './store-identity.ts';

const id = '0b7e1d3c-9a44-4c59-8f5e-2a51c7f0a111';
const unknown = { recorded: undefined, isMarked: false, sampled: 0, missing: 0 };

describe('the store of a database', () => {
  it('is recognized by its marker', () => {
    expect(storeVerdict({ ...unknown, recorded: id, isMarked: true })).toBe('same');
  });

  it('is recognized by its marker even if objects are missing', () => {
    expect(storeVerdict({ recorded: id, isMarked: true, sampled: 9, missing: 9 })).toBe('same');
  });

  it('is adopted by a database without a store if no objects are missing', () => {
    expect(storeVerdict(unknown)).toBe('adopt');
    expect(storeVerdict({ ...unknown, sampled: 20 })).toBe('adopt');
  });

  it('is not adopted if a single object is missing', () => {
    expect(storeVerdict({ ...unknown, sampled: 20, missing: 1 })).toBe('objects_missing');
  });

  it('is never replaced by an unmarked store, even one with all objects', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), (sampled, missing) => {
        expect(storeVerdict({ recorded: id, isMarked: false, sampled, missing })).toBe('unmarked');
      }),
    );
  });

  it('has a valid marker key', () => {
    expect(isObjectKey(markerKey(id))).toBe(true);
    expect(markerKey(id).startsWith(markerPrefix)).toBe(true);
  });
});
