import { generateKeyPairSync } from 'node:crypto';
import { type DnsStandIn, startDnsStandIn } from '@zavet/dns-stand-in/stand-in';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, startLine, startSilentLine } from '../../../test/smtp-line.ts';
import { recordOf } from './check-dkim-dmarc.ts';
import { checkMail, checkMailServer, type MailSetup } from './check-mail.ts';
import { findingLines } from './finding.ts';
import { createMailDns, DnsUnavailable } from './mail-dns.ts';

let dns: DnsStandIn;
beforeEach(async () => {
  dns = await startDnsStandIn();
});
afterEach(() => dns.stop());

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = '93.184.215.14';

async function setUp(): Promise<MailSetup> {
  const { url } = await startLine();
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
  dns.set('post._domainkey.example.org', 'TXT', recordOf(key));
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
  expect(await look.txt('nobody.example.org')).toEqual([]);
  expect(await look.mx('mail.example.org')).toEqual([]);
  await expect(look.txt('broken.example.org')).rejects.toBeInstanceOf(DnsUnavailable);
});

test('reports a refused password without repeating it', async () => {
  const { url } = await startLine({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right'
        ? done(null, { user: 'post' })
        : done(answer(535, '5.7.8 wrong password for post@zavet.example')),
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
  const { url, stop } = await startLine();
  await stop();
  expect(await checkMailServer(url)).toMatchObject({ state: 'wrong' });
  const silent = await startSilentLine();
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
