import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { appointmentReport, parseArguments, removalReport, tableOf } from './operator.ts';

describe('the operator command', () => {
  it('lists, adds and removes', () => {
    expect(parseArguments(['list'])).toEqual({ kind: 'list' });
    expect(parseArguments(['add', 'Anna@example.org'])).toEqual({
      kind: 'add',
      email: 'anna@example.org',
    });
    expect(parseArguments(['remove', 'anna@example.org'])).toEqual({
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
  ])('refuses %j with its usage', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageInvalid);
  });

  it('prints operators with times and their zone', () => {
    const added_at = new Date('2026-11-14T09:00:00Z');
    const operators = [{ email: 'anna@example.org', added_at, last_seen: null }];
    expect(tableOf(operators).split('\n')).toEqual([
      'operator          since                 last at the desk',
      'anna@example.org  2026-11-14 09:00 UTC  never',
    ]);
    expect(tableOf([])).toBe('There are no operators.');
  });

  it('prints the key in groups of four characters', () => {
    const given = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Zavet' };
    expect(appointmentReport(given)).toContain('ABCD EFGH IJKL MNOP');
  });

  it('refuses unknown accounts and operators', () => {
    expect(() => appointmentReport(undefined)).toThrow(CommandRefused);
    expect(() => removalReport(false)).toThrow(CommandRefused);
  });
});
