import { generateKeyPairSync } from 'node:crypto';
import { type DnsStandIn, startDnsStandIn } from '@zavet/dns-stand-in/stand-in';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dnsTable } from '../../../test/name-server.ts';
import { smtpError, startSilentServer, startSmtpServer } from '../../../test/smtp-server.ts';
import { dkimRecordOf } from './check-dkim-dmarc.ts';
import {
  checkMail,
  checkMailServer,
  checkReturnAddresses,
  checkReverseNames,
  type MailSetup,
  reverseZoneOf,
} from './check-mail.ts';
import { findingLines } from './finding.ts';
import { createMailDns, DnsUnavailable, findSendingHost } from './mail-dns.ts';

let dns: DnsStandIn;
beforeEach(async () => {
  dns = await startDnsStandIn();
});
afterEach(() => dns.stop());

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = '93.184.215.14';

async function setUp(): Promise<MailSetup> {
  const { url } = await startSmtpServer();
  return {
    smtpUrl: url,
    from: 'Завет <post@Example.org>',
    publicUrl: 'https://app.example.org',
    dkim: { domain: 'example.org', selector: 'post', key },
    bounceDomain: 'bounces.example.org',
    returnDomain: 'bounces.example.org',
    sendingAddresses: [ours],
    ownAddresses: [],
  };
}

const statesOf = async (given: MailSetup) =>
  (await checkMail(createMailDns(dns.server), given)).map(({ about, state }) => [about, state]);

test('accepts all records that it asks for', async () => {
  const given = await setUp();
  const first = await checkMail(createMailDns(dns.server), given);
  expect(first.map(({ about, state }) => [about, state])).toEqual([
    ['Mail server', 'ok'],
    ['SPF', 'missing'],
    ['DKIM', 'missing'],
    ['DMARC', 'missing'],
    ['Return addresses', 'missing'],
    ['Reverse names', 'missing'],
  ]);
  const wanted = first.flatMap(({ enter = [] }) => enter);
  for (const { name, type, value } of wanted) dns.set(name, type, value);
  const [reverse] = wanted.filter(({ type }) => type === 'PTR');
  dns.set(reverse?.value ?? '', 'A', ours);
  dns.set('app.example.org', 'A', ours);

  expect((await statesOf(given)).map(([, state]) => state)).toEqual(Array(6).fill('ok'));
});

test('does not report missing records if the name server fails', async () => {
  dns.fail('bounces.example.org', 'failed');
  dns.set('post._domainkey.example.org', 'TXT', dkimRecordOf(key));
  const states = new Map((await statesOf(await setUp())) as [string, string][]);
  expect(states.get('SPF')).toBe('unknown');
  expect(states.get('Return addresses')).toBe('unknown');
  expect(states.get('DKIM')).toBe('ok');
});

test('reports a sender without a domain before any lookup', async () => {
  const given = { ...(await setUp()), from: 'Завет <zavet@localhost>' };
  expect(await statesOf(given)).toEqual([
    ['Mail server', 'ok'],
    ['Sender', 'wrong'],
  ]);
});

test('looks up names over DNS', async () => {
  const long = `v=DKIM1; p=${'A'.repeat(600)}`;
  dns.set('example.org', 'TXT', long, 'v=spf1 -all');
  dns.set('example.org', 'MX', '20 second.example.org', '10 first.example.org');
  dns.set('mail.example.org', 'A', '192.0.2.7');
  dns.set('mail.example.org', 'AAAA', '2001:db8::7');
  dns.set('7.2.0.192.in-addr.arpa', 'PTR', 'mail.example.org');
  dns.set('xn--80a1acny.xn--p1ai', 'TXT', 'v=spf1 ~all');
  dns.fail('broken.example.org', 'failed');
  const look = createMailDns(dns.server);

  expect((await look.txt('example.org')).sort()).toEqual([long, 'v=spf1 -all']);
  expect(await look.mx('example.org')).toEqual(['first.example.org', 'second.example.org']);
  expect(await look.addresses('mail.example.org')).toEqual(['192.0.2.7', '2001:db8::7']);
  expect(await look.names('192.0.2.7')).toEqual(['mail.example.org']);
  expect(await look.txt('почта.рф')).toEqual(['v=spf1 ~all']);
  expect(await look.txt('unknown.example.org')).toEqual([]);
  expect(await look.mx('mail.example.org')).toEqual([]);
  await expect(look.txt('broken.example.org')).rejects.toBeInstanceOf(DnsUnavailable);
});

test('reports a refused password without repeating it', async () => {
  const { url } = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right'
        ? done(null, { user: 'post' })
        : done(smtpError(535, '5.7.8 wrong password for post@zavet.example')),
  });
  const wrong = await checkMailServer(url.replace('//', '//post:guess@'));
  expect(wrong).toMatchObject({ state: 'wrong', says: expect.stringContaining('535 5.7.8') });
  expect(wrong.says).not.toMatch(/guess|post@zavet/);
  expect(await checkMailServer(url.replace('//', '//post:right@'))).toMatchObject({
    state: 'ok',
    says: expect.stringContaining('has let us in'),
  });
});

test('reports an unreachable or silent mail server', async () => {
  const { url, stop } = await startSmtpServer();
  await stop();
  expect(await checkMailServer(url)).toMatchObject({ state: 'wrong' });
  const silent = await startSilentServer();
  const timeouts = { connection: 5_000, greeting: 50, socket: 5_000 };
  expect(await checkMailServer(silent, timeouts)).toMatchObject({ state: 'wrong' });
});

test('prints records in strings of at most 255 characters', () => {
  const lines = findingLines(
    {
      about: 'DKIM',
      state: 'missing',
      says: 'there is no key',
      enter: [
        { name: 'post._domainkey.example.org', type: 'TXT', value: 'x'.repeat(300) },
        { name: 'bounces.example.org', type: 'MX', value: '10 app.example.org' },
      ],
    },
    8,
  );
  expect(lines).toEqual([
    'missing   DKIM: there is no key',
    `          enter  post._domainkey.example.org.  TXT  "${'x'.repeat(255)}" "${'x'.repeat(45)}"`,
    '          enter  bounces.example.org.  MX  10 app.example.org.',
  ]);
});

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
  const unknownHost = { ...host, host: 'localhost', addresses: [] };
  expect(await checkReverseNames(dnsTable({}), unknownHost, 'example.org')).toMatchObject({
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
    'a host with given addresses',
    'mail.example.org',
    ['93.184.215.15'],
    [],
    { addresses: ['93.184.215.15'] },
  ],
  ['a large provider', 'smtp.yandex.ru', [], [], { provider: '_spf.yandex.net', isOwn: false }],
  [
    'a name that only resembles a provider',
    'smtp.notyandex.ru',
    [],
    [],
    { addresses: [], isOwn: true },
  ],
  [
    'this machine',
    'localhost',
    [],
    ['127.0.0.1', '10.0.0.1', '93.184.215.16'],
    { addresses: ['93.184.215.16'] },
  ],
  ['a relay in the private network', 'relay.lan', [], ['10.0.0.1'], { addresses: [], isOwn: true }],
  ['an address', '93.184.215.17', [], [], { addresses: ['93.184.215.17'], isOwn: true }],
])('finds the sending host of %s', async (_, name, given, own, expected) => {
  expect(await findSendingHost(table, name, given, own)).toMatchObject(expected);
});
