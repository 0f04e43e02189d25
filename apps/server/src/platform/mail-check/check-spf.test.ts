import { expect, test } from 'vitest';
import { type DnsEntry, dnsTable } from '../../../test/dns-table.ts';
import { checkSpf } from '../doctor/check-spf.ts';

const own = { host: 'mail.example.org', addresses: ['192.0.2.7'], isOwn: true };
const relay = { host: 'smtp.yandex.ru', provider: '_spf.yandex.net', addresses: [], isOwn: false };
const unknown = { host: 'localhost', addresses: [], isOwn: true };
const check = (
  txt: string[],
  sending: Parameters<typeof checkSpf>[2],
  more: Record<string, DnsEntry> = {},
) => checkSpf(dnsTable({ 'example.org': { txt }, ...more }), 'example.org', sending);
const record = (value: string) => [{ name: 'example.org', type: 'TXT', value }];

test.each([
  ['no record', [], own, 'missing', record('v=spf1 ip4:192.0.2.7 ~all')],
  [
    'no record of SPF',
    ['google-site=1'],
    relay,
    'missing',
    record('v=spf1 include:_spf.yandex.net ~all'),
  ],
  ['no record, address unknown', [], unknown, 'missing', undefined],
  ['a record, address unknown', ['v=spf1 a ~all'], unknown, 'note', undefined],
  ['our address', ['v=spf1 ip4:192.0.2.0/24 -all'], own, 'ok', undefined],
  [
    'another address',
    ['v=spf1 ip4:198.51.100.1 -all'],
    own,
    'wrong',
    record('v=spf1 ip4:198.51.100.1 ip4:192.0.2.7 -all'),
  ],
  ['only a soft no', ['v=spf1 ~all'], own, 'wrong', record('v=spf1 ip4:192.0.2.7 ~all')],
  ['our provider', ['v=spf1 include:_spf.yandex.net ~all'], relay, 'ok', undefined],
  [
    'another provider',
    ['v=spf1 include:_spf.mail.ru ~all'],
    relay,
    'wrong',
    record('v=spf1 include:_spf.mail.ru include:_spf.yandex.net ~all'),
  ],
  ['two records', ['v=spf1 a ~all', 'v=spf1 mx ~all'], own, 'wrong', undefined],
  ['everybody', ['v=spf1 a +all'], own, 'wrong', record('v=spf1 a ~all')],
  ['everybody, in short', ['v=spf1 a all'], own, 'wrong', record('v=spf1 a ~all')],
  ['something broken', ['v=spf1 include:gone.example ~all'], own, 'wrong', undefined],
] as const)(
  'of a domain with %s (%j) it says whether that is right',
  async (_, txt, sending, state, enter) => {
    const finding = await check([...txt], sending);
    expect(finding.state).toBe(state);
    expect(finding.enter).toEqual(enter);
  },
);

test('every address that mails leave from has to be listed, and those that are not are entered', async () => {
  const both = { ...own, addresses: ['192.0.2.7', '2001:db8::7'] };
  const finding = await check(['v=spf1 ip4:192.0.2.7 ~all'], both);
  expect(finding.enter).toEqual(record('v=spf1 ip4:192.0.2.7 ip6:2001:db8::7 ~all'));
});
