import { describe, expect, it } from 'vitest';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { approvalReport, parseArguments, tableOf } from './contacts.ts';

describe('the contacts command', () => {
  it('lists without arguments, and accepts owner and contact to approve', () => {
    expect(parseArguments([])).toEqual({ kind: 'list' });
    expect(parseArguments(['approve', 'Anna@example.org', 'boris@example.org'])).toEqual({
      kind: 'approve',
      owner: 'anna@example.org',
      contact: 'boris@example.org',
    });
  });

  it.each([
    [['approve']],
    [['approve', 'anna@example.org']],
    [['approve', 'anna', 'boris@example.org']],
    [['lift', 'anna@example.org', 'boris@example.org']],
    [['approve', 'anna@example.org', 'boris@example.org', 'x']],
  ])('refuses %j with its usage', (args) => {
    expect(() => parseArguments(args)).toThrow(UsageInvalid);
  });

  it('prints vetoed contacts with Moscow time', () => {
    const stopped_at = new Date('2026-11-14T09:00:00Z');
    const pair = { owner_email: 'anna@example.org', contact_email: 'boris@example.org' };
    expect(tableOf([{ ...pair, stopped_at }]).split('\n')).toEqual([
      'owner             contact            stopped',
      'anna@example.org  boris@example.org  2026-11-14 12:00',
    ]);
    expect(tableOf([])).toBe('No contact’s start is stopped at the moment.');
  });

  it('reports an approval, and refuses an unknown contact', () => {
    expect(approvalReport(true)).toContain('may start the protocol');
    expect(() => approvalReport(false)).toThrow(CommandRefused);
  });
});
