import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process/refusals.ts';
import { operatorOrderOf, reportOf } from './operator-order.ts';

describe('the operator command', () => {
  it('lists, adds and removes', () => {
    expect(operatorOrderOf(['list'])).toEqual({ kind: 'list' });
    expect(operatorOrderOf(['add', 'Anna@example.org'])).toEqual({
      kind: 'add',
      email: 'anna@example.org',
    });
    expect(operatorOrderOf(['remove', 'anna@example.org'])).toEqual({
      kind: 'remove',
      email: 'anna@example.org',
    });
  });

  it.each([
    [[]],
    [['add']],
    [['add', 'anna']],
    [['list', 'anna@example.org']],
    [['appoint', 'anna@example.org']],
    [['remove', 'anna@example.org', 'x']],
  ])('told %j answers with how to tell it', (args) => {
    expect(() => operatorOrderOf(args)).toThrow(UsageInvalid);
  });

  it('shows who is an operator, in Moscow time', () => {
    const added_at = new Date('2026-11-14T09:00:00Z');
    const operators = [{ email: 'anna@example.org', added_at, last_seen: null }];
    expect(reportOf({ kind: 'list', operators }).split('\n')).toEqual([
      'operator          since             last at the desk',
      'anna@example.org  2026-11-14 12:00  never',
    ]);
    expect(reportOf({ kind: 'list', operators: [] })).toBe('Nobody is an operator.');
  });

  it('shows the key once, in groups that can be typed', () => {
    const given = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Zavet' };
    expect(reportOf({ kind: 'add', given })).toContain('ABCD EFGH IJKL MNOP');
  });

  it('refuses an address without an account, and one that is no operator', () => {
    expect(() => reportOf({ kind: 'add', given: undefined })).toThrow(CommandRefused);
    expect(() => reportOf({ kind: 'remove', isRemoved: false })).toThrow(CommandRefused);
  });
});
