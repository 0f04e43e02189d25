import { expect, test } from 'vitest';
import { dnsTable } from '../../../test/dns-table.ts';
import { checkReturnAddresses, checkReverseNames, reverseZoneOf } from './check-mail.ts';
import { findSendingHost } from './mail-dns.ts';

const bounces = 'bounces.example.org';
const returnsOf = (mx: string[], addresses: string[]) =>
  checkReturnAddresses(
    dnsTable({ [bounces]: { mx }, 'app.example.org': { addresses } }),
    bounces,
    'app.example.org',
  );
const mxRecord = [{ name: bounces, type: 'MX', value: '10 app.example.org' }];

test('requires an MX host with an address for return addresses', async () => {
  expect(await returnsOf([], [])).toMatchObject({ state: 'missing', enter: mxRecord });
  expect(await returnsOf(['app.example.org'], [])).toMatchObject({
    state: 'wrong',
    enter: mxRecord,
  });
  expect((await returnsOf(['app.example.org'], ['192.0.2.7'])).state).toBe('ok');
});

test('notes missing return addresses', async () => {
  const finding = await checkReturnAddresses(dnsTable({}), undefined, 'app.example.org');
  expect(finding.state).toBe('note');
});

const host = { host: 'mail.example.org', addresses: ['192.0.2.7'], isOwn: true };
const ptr = [{ name: '7.2.0.192.in-addr.arpa', type: 'PTR', value: 'mail.example.org' }];
const reverseOf = (names: string[], addresses: string[]) =>
  checkReverseNames(
    dnsTable({ '192.0.2.7': { names }, 'mail.example.org': { addresses } }),
    host,
    'example.org',
  );

test('requires a reverse name that resolves to the address', async () => {
  expect((await reverseOf(['mail.example.org'], ['192.0.2.7'])).state).toBe('ok');
  expect((await reverseOf(['old.example.org', 'mail.example.org'], ['192.0.2.7'])).state).toBe(
    'ok',
  );
  expect(await reverseOf([], [])).toMatchObject({ state: 'missing', enter: ptr });
  expect(await reverseOf(['mail.example.org'], ['192.0.2.8'])).toMatchObject({
    state: 'wrong',
    enter: ptr,
  });
});

test('accepts IPv6 addresses in any notation', async () => {
  const dns = dnsTable({
    '2001:db8::7': { names: ['mail.example.org'] },
    'mail.example.org': { addresses: ['2001:0db8:0:0::7'] },
  });
  const sending = { ...host, addresses: ['2001:db8::7'] };
  expect((await checkReverseNames(dns, sending, 'example.org')).state).toBe('ok');
});

test('skips reverse names of providers and asks for an unknown address', async () => {
  const provider = { ...host, isOwn: false };
  expect((await checkReverseNames(dnsTable({}), provider, 'example.org')).state).toBe('ok');
  const nowhere = { ...host, host: 'localhost', addresses: [] };
  expect(await checkReverseNames(dnsTable({}), nowhere, 'example.org')).toMatchObject({
    state: 'note',
    says: expect.stringContaining('--address'),
  });
});

test.each([
  ['192.0.2.7', '7.2.0.192.in-addr.arpa'],
  ['2001:db8::7', '7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
])('uses the reverse zone of %s: %s', (address, zone) => {
  expect(reverseZoneOf(address)).toBe(zone);
});

const table = dnsTable({
  'mail.example.org': { addresses: ['93.184.215.14'] },
  'relay.lan': { addresses: ['10.0.0.5'] },
});

test.each([
  ['a public host', 'mail.example.org', [], [], { addresses: ['93.184.215.14'], isOwn: true }],
  [
    'what the operator says',
    'mail.example.org',
    ['93.184.215.15'],
    [],
    { addresses: ['93.184.215.15'] },
  ],
  ['a large provider', 'smtp.yandex.ru', [], [], { provider: '_spf.yandex.net', isOwn: false }],
  ['a name that only sounds like one', 'smtp.notyandex.ru', [], [], { addresses: [], isOwn: true }],
  [
    'this machine',
    'localhost',
    [],
    ['127.0.0.1', '10.0.0.1', '93.184.215.16'],
    { addresses: ['93.184.215.16'] },
  ],
  ['a relay in the own network', 'relay.lan', [], ['10.0.0.1'], { addresses: [], isOwn: true }],
  ['an address', '93.184.215.17', [], [], { addresses: ['93.184.215.17'], isOwn: true }],
])('finds the sending host of %s', async (_, name, given, own, expected) => {
  expect(await findSendingHost(table, name, given, own)).toMatchObject(expected);
});
