import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, remainingBytes, storageViewOf } from './storage-rules.ts';

const state = fc.record({
  plan: fc.constant('free' as const),
  used_bytes: fc.nat(100 * bytesPerMb),
  limit_mb: fc.nat(100),
});

describe('the quota', () => {
  it('accepts exactly the remaining bytes', () => {
    fc.assert(
      fc.property(state, (storage) => {
        const left = remainingBytes(storage);
        expect(fits(storage, left)).toBe(true);
        expect(fits(storage, left + 1)).toBe(false);
      }),
    );
  });

  it('shows no negative remainder when a plan shrinks below the usage', () => {
    const view = storageViewOf({ plan: 'free', used_bytes: 50 * bytesPerMb, limit_mb: 30 });
    expect(view).toMatchObject({ used_mb: 50, limit_mb: 30, remaining_mb: 0 });
    expect(view.percent_used).toBeCloseTo(166.67, 1);
  });

  it('shows usage, remainder and percentage', () => {
    const view = storageViewOf({ plan: 'storage_300', used_bytes: 75 * bytesPerMb, limit_mb: 300 });
    expect(view).toEqual({
      plan: 'storage_300',
      used_mb: 75,
      limit_mb: 300,
      remaining_mb: 225,
      percent_used: 25,
    });
  });

  it('shows a plan without storage as full', () => {
    const view = storageViewOf({ plan: 'free', used_bytes: 0, limit_mb: 0 });
    expect(view).toMatchObject({ remaining_mb: 0, percent_used: 100 });
  });
});
