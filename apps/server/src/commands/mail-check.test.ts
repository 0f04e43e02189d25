import { expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process.ts';
import { parseArguments } from './mail-check.ts';

it('accepts recipient, sending addresses and name server', () => {
  expect(parseArguments([])).toEqual({ to: undefined, addresses: [], dns: undefined });
  expect(
    parseArguments(['--address', '192.0.2.7', 'anna@example.org', '--address', '2001:db8::7']),
  ).toMatchObject({ to: 'anna@example.org', addresses: ['192.0.2.7', '2001:db8::7'] });
  for (const dns of ['192.0.2.1', '192.0.2.1:5300', '2001:db8::1', '[2001:db8::1]:53']) {
    expect(parseArguments(['--dns', dns])).toMatchObject({ dns });
  }
});

it.each([
  [['anna']],
  [['anna@example.org', 'vera@example.org']],
  [['--address', 'mail.example.org']],
  [['--address']],
  [['--dns', 'ns.example.org']],
  [['--dns', '192.0.2.1:']],
  [['--loud']],
])('refuses %j with its usage', (args) => {
  expect(() => parseArguments(args)).toThrow(UsageInvalid);
});
