import { deskTimings } from '@zavet/contract/desk/desk-values';
import { describe, expect, it } from 'vitest';
import { afterWrongCode, isLocked } from './operator-codes.ts';

const now = new Date('2026-11-16T10:00:00Z');

describe('wrong codes', () => {
  it('are counted, and the fifth locks for a quarter of an hour', () => {
    expect(afterWrongCode({ wrong_codes: 0 }, now)).toEqual({ wrong_codes: 1, locked_until: null });
    expect(afterWrongCode({ wrong_codes: 3 }, now)).toEqual({ wrong_codes: 4, locked_until: null });
    expect(afterWrongCode({ wrong_codes: 4 }, now)).toEqual({
      wrong_codes: 0,
      locked_until: new Date('2026-11-16T10:15:00Z'),
    });
  });

  it('lock until the moment, and not from it on', () => {
    const locked_until = new Date(now.getTime() + deskTimings.codeLock);
    expect(isLocked({ locked_until }, now)).toBe(true);
    expect(isLocked({ locked_until }, locked_until)).toBe(false);
    expect(isLocked({ locked_until: null }, now)).toBe(false);
  });
});
