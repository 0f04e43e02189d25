import { expect, it } from 'vitest';
import { UsageInvalid } from '../platform/process/refusals.ts';
import { mailCheckOrderOf } from './mail-check-order.ts';

it('takes nothing, an address for a test, where mails leave from, and a name server', () => {
  expect(mailCheckOrderOf([])).toEqual({ to: undefined, addresses: [], dns: undefined });
  expect(
    mailCheckOrderOf(['--address', '192.0.2.7', 'anna@example.org', '--address', '2001:db8::7']),
  ).toMatchObject({ to: 'anna@example.org', addresses: ['192.0.2.7', '2001:db8::7'] });
  for (const dns of ['192.0.2.1', '192.0.2.1:5300', '2001:db8::1', '[2001:db8::1]:53']) {
    expect(mailCheckOrderOf(['--dns', dns])).toMatchObject({ dns });
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
])('told %j answers with how to tell it', (args) => {
  expect(() => mailCheckOrderOf(args)).toThrow(UsageInvalid);
});
