import { describe, expect, it } from 'vitest';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import {
  faultOf as faultBy,
  isAbandoned,
  looksForeign,
  type NamedObject,
} from './storage-check-rules.ts';

const named: NamedObject = {
  key: 'files/a/b',
  what: 'file',
  id: 'b',
  owner_id: 'a',
  size_bytes: 1000,
  state: 'stored',
};
const faultOf = (one: NamedObject, object: { size: number } | undefined) =>
  faultBy(one, object, sealedSize);
const sound = { size: sealedSize(1000) };

describe('an object that a row names', () => {
  it('has to be there, with the size of its file', () => {
    expect(faultOf(named, sound)).toBeUndefined();
    expect(faultOf(named, undefined)).toEqual({ kind: 'missing' });
    expect(faultOf(named, { size: 1000 })).toEqual({ kind: 'wrong_size', size: 1000 });
  });

  it('may be away or incomplete while it arrives and while it leaves', () => {
    for (const state of ['arriving', 'leaving'] as const) {
      expect(faultOf({ ...named, state }, undefined)).toBeUndefined();
      expect(faultOf({ ...named, state }, { size: 7 })).toBeUndefined();
    }
  });

  it('has any size where the database knows none', () => {
    expect(faultOf({ ...named, size_bytes: null }, { size: 7 })).toBeUndefined();
    expect(faultOf({ ...named, size_bytes: null }, undefined)).toEqual({ kind: 'missing' });
  });
});

describe('an object that no row names', () => {
  const now = new Date('2026-11-17T12:00:00Z');

  it('is left alone for a day, because it may be arriving', () => {
    const aged = (ms: number) => ({ modified_at: new Date(now.getTime() - ms) });
    const day = 24 * 60 * 60 * 1000;
    expect(isAbandoned(aged(day), now)).toBe(false);
    expect(isAbandoned(aged(day + 1), now)).toBe(true);
    expect(isAbandoned(aged(-1), now)).toBe(false);
  });

  it('is taken for a leftover only beside ten that have rows', () => {
    expect(looksForeign({ unowned: 1, named: 10 })).toBe(false);
    expect(looksForeign({ unowned: 1, named: 9 })).toBe(true);
    expect(looksForeign({ unowned: 1, named: 0 })).toBe(true);
    expect(looksForeign({ unowned: 0, named: 0 })).toBe(false);
  });
});
