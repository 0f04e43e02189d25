import { expect, test } from 'vitest';
import { type DnsEntry, dnsTable } from '../../../test/dns-table.ts';
import { includesSpfOf, spfResult, withMechanism } from '../doctor/check-spf.ts';

const ours = '192.0.2.7';
const resultFor = (record: string, others: Record<string, DnsEntry> = {}, address = ours) =>
  spfResult(
    dnsTable({ ...others, 'example.org': { ...others['example.org'], txt: [record] } }),
    'example.org',
    address,
  );

test.each([
  ['v=spf1 ip4:192.0.2.7 -all', 'pass'],
  ['v=spf1 ip4:192.0.2.0/24 -all', 'pass'],
  ['v=spf1 ip4:192.0.2.0/30 -all', 'fail'],
  ['v=spf1 ip4:0.0.0.0/0 -all', 'pass'],
  ['v=spf1 -ip4:192.0.2.7 +all', 'fail'],
  ['v=spf1 ip4:198.51.100.1 ~all', 'softfail'],
  ['v=spf1 ip4:198.51.100.1 ?all', 'neutral'],
  ['v=spf1 ip4:198.51.100.1', 'neutral'],
  ['V=SPF1 IP4:192.0.2.7 -ALL', 'pass'],
  ['v=spf1', 'neutral'],
  ['v=spf10 ip4:192.0.2.7', 'none'],
  ['v=spf1 ip5:192.0.2.7 -all', 'permerror'],
  ['v=spf1 exists:%{i}.spf.example.org -all', 'fail'],
  ['v=spf1 ptr -all', 'fail'],
  ['v=spf1 exp=why.example.org ip4:192.0.2.7 -all', 'pass'],
] as const)('the record «%s» makes of our address: %s', async (record, result) => {
  expect(await resultFor(record)).toBe(result);
});

test.each([
  ['v=spf1 ip6:2001:db8::/32 -all', 'pass'],
  ['v=spf1 ip6:2001:db8:1::7 -all', 'fail'],
  ['v=spf1 ip4:192.0.2.0/24 -all', 'fail'],
  ['v=spf1 a:mail.example.org//64 -all', 'pass'],
] as const)('the record «%s» makes of an address of IPv6: %s', async (record, result) => {
  const others = { 'mail.example.org': { addresses: ['192.0.2.1', '2001:db8::1'] } };
  expect(await resultFor(record, others, '2001:db8::7')).toBe(result);
});

test.each([
  ['v=spf1 a -all', { 'example.org': { addresses: [ours] } }],
  ['v=spf1 a/24 -all', { 'example.org': { addresses: ['192.0.2.200'] } }],
  ['v=spf1 a:mail.example.org -all', { 'mail.example.org': { addresses: [ours] } }],
  [
    'v=spf1 mx -all',
    { 'example.org': { mx: ['mx.example.org'] }, 'mx.example.org': { addresses: [ours] } },
  ],
  ['v=spf1 exists:known.example.org -all', { 'known.example.org': { addresses: ['127.0.0.2'] } }],
  [
    'v=spf1 include:relay.example -all',
    { 'relay.example': { txt: ['v=spf1 ip4:192.0.2.7 -all'] } },
  ],
  ['v=spf1 redirect=relay.example', { 'relay.example': { txt: ['v=spf1 ip4:192.0.2.7 -all'] } }],
] as const)('the record «%s» is followed to other names', async (record, others) => {
  expect(await resultFor(record, others as never)).toBe('pass');
});

test('another record that says no lets the rest decide', async () => {
  const others = { 'relay.example': { txt: ['v=spf1 -all'] } };
  expect(await resultFor('v=spf1 include:relay.example ip4:192.0.2.7 -all', others)).toBe('pass');
});

test('a record that names one that is missing or doubled cannot be followed', async () => {
  const doubled = { 'relay.example': { txt: ['v=spf1 -all', 'v=spf1 +all'] } };
  expect(await resultFor('v=spf1 include:relay.example ip4:192.0.2.7')).toBe('permerror');
  expect(await resultFor('v=spf1 redirect=relay.example')).toBe('permerror');
  expect(await resultFor('v=spf1 include:relay.example', doubled)).toBe('permerror');
});

test('ten names are looked up, an eleventh breaks the record, and so does a circle', async () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, n) => `a:host-${n}.example.org`).join(' ');
  expect(await resultFor(`v=spf1 ${names(10)} ip4:192.0.2.7 -all`)).toBe('pass');
  expect(await resultFor(`v=spf1 ${names(11)} ip4:192.0.2.7 -all`)).toBe('permerror');
  expect(await resultFor('v=spf1 include:example.org ip4:192.0.2.7')).toBe('permerror');
});

test('a provider is found behind other records, and a circle of records ends', async () => {
  const dns = dnsTable({
    'example.org': { txt: ['v=spf1 include:house.example include:example.org -all'] },
    'house.example': { txt: ['v=spf1 redirect=_spf.relay.example'] },
  });
  expect(await includesSpfOf(dns, 'example.org', '_spf.relay.example')).toBe(true);
  expect(await includesSpfOf(dns, 'example.org', 'other.example')).toBe(false);
});

test.each([
  ['v=spf1 a ~all', 'v=spf1 a ip4:192.0.2.7 ~all'],
  ['v=spf1 a', 'v=spf1 a ip4:192.0.2.7'],
  ['v=spf1 redirect=house.example', 'v=spf1 ip4:192.0.2.7 redirect=house.example'],
])('«%s» with our address is «%s»', (record, extended) => {
  expect(withMechanism(record, 'ip4:192.0.2.7')).toBe(extended);
});
