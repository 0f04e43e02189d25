import { expect, test } from 'vitest';
import { type DnsEntry, dnsTable } from '../../../test/name-server.ts';
import { checkSpf, evaluateSpf, includesSpfOf, withMechanism } from './check-spf.ts';

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
    'no SPF record',
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
  ['only a softfail', ['v=spf1 ~all'], own, 'wrong', record('v=spf1 ip4:192.0.2.7 ~all')],
  ['our provider', ['v=spf1 include:_spf.yandex.net ~all'], relay, 'ok', undefined],
  [
    'another provider',
    ['v=spf1 include:_spf.mail.ru ~all'],
    relay,
    'wrong',
    record('v=spf1 include:_spf.mail.ru include:_spf.yandex.net ~all'),
  ],
  ['two records', ['v=spf1 a ~all', 'v=spf1 mx ~all'], own, 'wrong', undefined],
  ['a pass for all hosts', ['v=spf1 a +all'], own, 'wrong', record('v=spf1 a ~all')],
  ['a pass for all hosts, abbreviated', ['v=spf1 a all'], own, 'wrong', record('v=spf1 a ~all')],
  ['a broken record', ['v=spf1 include:gone.example ~all'], own, 'wrong', undefined],
] as const)('assesses a domain with %s (%j)', async (_, txt, sending, state, enter) => {
  const finding = await check([...txt], sending);
  expect(finding.state).toBe(state);
  expect(finding.enter).toEqual(enter);
});

test('asks to list every missing sending address', async () => {
  const both = { ...own, addresses: ['192.0.2.7', '2001:db8::7'] };
  const finding = await check(['v=spf1 ip4:192.0.2.7 ~all'], both);
  expect(finding.enter).toEqual(record('v=spf1 ip4:192.0.2.7 ip6:2001:db8::7 ~all'));
});

const ours = '192.0.2.7';

const resultFor = (record: string, others: Record<string, DnsEntry> = {}, address = ours) =>
  evaluateSpf(
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
] as const)('evaluates «%s» for our address as %s', async (record, result) => {
  expect(await resultFor(record)).toBe(result);
});

test.each([
  ['v=spf1 ip6:2001:db8::/32 -all', 'pass'],
  ['v=spf1 ip6:2001:db8:1::7 -all', 'fail'],
  ['v=spf1 ip4:192.0.2.0/24 -all', 'fail'],
  ['v=spf1 a:mail.example.org//64 -all', 'pass'],
] as const)('evaluates «%s» for an IPv6 address as %s', async (record, result) => {
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
] as const)('follows «%s» to other names', async (record, others) => {
  expect(await resultFor(record, others as never)).toBe('pass');
});

test('continues after an include that does not pass', async () => {
  const others = { 'relay.example': { txt: ['v=spf1 -all'] } };
  expect(await resultFor('v=spf1 include:relay.example ip4:192.0.2.7 -all', others)).toBe('pass');
});

test('fails for missing or duplicate included records', async () => {
  const doubled = { 'relay.example': { txt: ['v=spf1 -all', 'v=spf1 +all'] } };
  expect(await resultFor('v=spf1 include:relay.example ip4:192.0.2.7')).toBe('permerror');
  expect(await resultFor('v=spf1 redirect=relay.example')).toBe('permerror');
  expect(await resultFor('v=spf1 include:relay.example', doubled)).toBe('permerror');
});

test('fails after ten lookups and for cycles', async () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, n) => `a:host-${n}.example.org`).join(' ');
  expect(await resultFor(`v=spf1 ${names(10)} ip4:192.0.2.7 -all`)).toBe('pass');
  expect(await resultFor(`v=spf1 ${names(11)} ip4:192.0.2.7 -all`)).toBe('permerror');
  expect(await resultFor('v=spf1 include:example.org ip4:192.0.2.7')).toBe('permerror');
});

test('finds a provider through other records, also with cycles', async () => {
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
])('adds our address to «%s»: «%s»', (record, extended) => {
  expect(withMechanism(record, 'ip4:192.0.2.7')).toBe(extended);
});
