import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { createKeyCache } from './vault.ts';

const stored = (wrapped: string) => ({ key_id: 'k1', master_version: 1, wrapped });
const key = (id: string) => ({ id }) as OwnerKey;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('key cache', () => {
  it('opens a key once while its row stays the same', () => {
    const cache = createKeyCache(() => 0);
    const open = vi.fn(() => key('a'));
    expect(cache.get('anna', stored('x'), open)).toBe(cache.get('anna', stored('x'), open));
    expect(open).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['wrapping', { ...stored('x'), wrapped: 'y' }],
    ['id', { ...stored('x'), key_id: 'k2' }],
    ['master key', { ...stored('x'), master_version: 2 }],
  ])('opens a key again if the row has another %s', (_, changed) => {
    const cache = createKeyCache(() => 0);
    cache.get('anna', stored('x'), () => key('old'));
    expect(cache.get('anna', changed, () => key('new')).id).toBe('new');
    expect(cache.peek('anna')?.id).toBe('new');
  });

  it('returns keys only for their owner', () => {
    const cache = createKeyCache(() => 0);
    cache.get('anna', stored('x'), () => key('a'));
    expect(cache.peek('boris')).toBeUndefined();
    expect(cache.get('boris', stored('x'), () => key('b')).id).toBe('b');
  });

  it('does not cache a key that fails to open', () => {
    const cache = createKeyCache(() => 0);
    const fail = () => {
      throw new Error('closed');
    };
    expect(() => cache.get('anna', stored('x'), fail)).toThrow('closed');
    expect(cache.peek('anna')).toBeUndefined();
  });

  it('evicts a key a minute after opening, even if it was used since', () => {
    let now = 0;
    const cache = createKeyCache(() => now);
    cache.get('anna', stored('x'), () => key('a'));
    now = 59_999;
    expect(cache.get('anna', stored('x'), () => key('b')).id).toBe('a');
    now = 60_000;
    expect(cache.peek('anna')).toBeUndefined();
    expect(cache.get('anna', stored('x'), () => key('b')).id).toBe('b');
  });

  it('evicts unused keys', () => {
    let now = 0;
    const cache = createKeyCache(() => now);
    cache.get('anna', stored('x'), () => key('a'));
    now = 30_000;
    cache.get('boris', stored('x'), () => key('b'));
    now = 60_000;
    vi.advanceTimersByTime(60_000);
    expect(cache.size()).toBe(1);
    now = 120_000;
    vi.advanceTimersByTime(60_000);
    expect(cache.size()).toBe(0);
  });

  it('evicts the oldest of more than 500 keys', () => {
    const cache = createKeyCache(() => 0);
    for (let owner = 0; owner <= 500; owner += 1) {
      cache.get(`owner ${owner}`, stored('x'), () => key(`${owner}`));
    }
    expect(cache.size()).toBe(500);
    expect(cache.peek('owner 0')).toBeUndefined();
    expect(cache.peek('owner 500')?.id).toBe('500');
  });
});
