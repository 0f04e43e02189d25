import { describe, expect, it } from 'vitest';
import { nextEmailChangeState } from './email-change-rules.ts';

describe('a change of address', () => {
  it.each([
    ['pending', 'confirm', 'confirmed'],
    ['pending', 'undo', 'canceled'],
    ['pending', 'replace', 'canceled'],
    ['pending', 'withdraw', 'withdrawn'],
    ['pending', 'expire', 'expired'],
    ['withdrawn', 'confirm', undefined],
    ['withdrawn', 'undo', 'undone'],
    ['withdrawn', 'replace', undefined],
    ['expired', 'confirm', undefined],
    ['expired', 'undo', 'undone'],
    ['expired', 'withdraw', undefined],
    ['confirmed', 'withdraw', undefined],
    ['confirmed', 'confirm', undefined],
    ['confirmed', 'undo', 'undone'],
    ['confirmed', 'replace', undefined],
    ['canceled', 'confirm', undefined],
    ['canceled', 'undo', undefined],
    ['canceled', 'replace', undefined],
    ['undone', 'confirm', undefined],
    ['undone', 'undo', undefined],
    ['undone', 'replace', undefined],
  ] as const)('that is %s becomes on %s: %s', (state, event, next) => {
    expect(nextEmailChangeState(state, event)).toBe(next);
  });
});
