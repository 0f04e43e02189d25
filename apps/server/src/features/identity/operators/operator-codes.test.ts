import { deskTimings } from '@zavet/contract/desk/desk-values';
import { describe, expect, it } from 'vitest';
import { afterWrongCode, isLocked } from './operator-codes.ts';

const now = new Date('2026-11-16T10:00:00Z');

describe('operator codes', () => {
  it('locks for 15 minutes after the fifth wrong code', () => {
    expect(afterWrongCode({ wrong_codes: 0 }, now)).toEqual({ wrong_codes: 1, locked_until: null });
    expect(afterWrongCode({ wrong_codes: 3 }, now)).toEqual({ wrong_codes: 4, locked_until: null });
    expect(afterWrongCode({ wrong_codes: 4 }, now)).toEqual({
      wrong_codes: 0,
      locked_until: new Date('2026-11-16T10:15:00Z'),
    });
  });

  it('unlocks exactly when the lock expires', () => {
    const locked_until = new Date(now.getTime() + deskTimings.codeLock);
    expect(isLocked({ locked_until }, now)).toBe(true);
    expect(isLocked({ locked_until }, locked_until)).toBe(false);
    expect(isLocked({ locked_until: null }, now)).toBe(false);
  });
});
