import { bytesPerMb } from '@zavet/contract/storage/storage-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, remainingBytes, storageViewOf } from './storage-rules.ts';

const state = fc.record({
  plan: fc.constant('free' as const),
  used_bytes: fc.nat(100 * bytesPerMb),
  limit_mb: fc.nat(100),
});

describe('the quota', () => {
  it('lets in exactly what is left, to the byte', () => {
    fc.assert(
      fc.property(state, (storage) => {
        const left = remainingBytes(storage);
        expect(fits(storage, left)).toBe(true);
        expect(fits(storage, left + 1)).toBe(false);
      }),
    );
  });

  it('never shows less than nothing, also when a plan has shrunk below what is stored', () => {
    const view = storageViewOf({ plan: 'free', used_bytes: 50 * bytesPerMb, limit_mb: 30 });
    expect(view).toMatchObject({ used_mb: 50, limit_mb: 30, remaining_mb: 0 });
    expect(view.percent_used).toBeCloseTo(166.67, 1);
  });
});
