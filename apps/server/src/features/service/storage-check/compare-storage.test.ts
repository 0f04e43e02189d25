import { describe, expect, it } from 'vitest';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { faultOf, isAbandoned, isLargeShare } from './compare-storage.ts';
import type { NamedObject } from './storage-check-repository.ts';

const namedObject: NamedObject = {
  key: 'files/a/b',
  kind: 'file',
  id: 'b',
  owner_id: 'a',
  size_bytes: 1000,
  state: 'stored',
};
const intactObject = { size: sealedSize(1000) };

describe('an object with a row', () => {
  it('must exist with the sealed size of its file', () => {
    expect(faultOf(namedObject, intactObject)).toBeUndefined();
    expect(faultOf(namedObject, undefined)).toEqual({ kind: 'missing' });
    expect(faultOf(namedObject, { size: 1000 })).toEqual({ kind: 'wrong_size', size: 1000 });
  });

  it('may be missing or incomplete during upload and removal', () => {
    for (const state of ['arriving', 'leaving'] as const) {
      expect(faultOf({ ...namedObject, state }, undefined)).toBeUndefined();
      expect(faultOf({ ...namedObject, state }, { size: 7 })).toBeUndefined();
    }
  });

  it('may have any size if the row has none', () => {
    expect(faultOf({ ...namedObject, size_bytes: null }, { size: 7 })).toBeUndefined();
    expect(faultOf({ ...namedObject, size_bytes: null }, undefined)).toEqual({ kind: 'missing' });
  });
});

describe('an object without a row', () => {
  const now = new Date('2026-11-17T12:00:00Z');

  it('is ignored for a day', () => {
    const aged = (ms: number) => ({ modified_at: new Date(now.getTime() - ms) });
    const day = 24 * 60 * 60 * 1000;
    expect(isAbandoned(aged(day), now)).toBe(false);
    expect(isAbandoned(aged(day + 1), now)).toBe(true);
    expect(isAbandoned(aged(-1), now)).toBe(false);
  });
});

it('more findings than a tenth of the objects are a large share', () => {
  expect(isLargeShare(1, 10)).toBe(false);
  expect(isLargeShare(1, 9)).toBe(true);
  expect(isLargeShare(1, 0)).toBe(true);
  expect(isLargeShare(0, 0)).toBe(false);
});
