import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { dnsTable } from '../../../test/name-server.ts';
import { checkDkim, checkDmarc, dkimRecordOf } from './check-dkim-dmarc.ts';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;

const key = rsa(2048);

const name = 'post._domainkey.example.org';

const spki = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

const pkcs1 = createPublicKey(key).export({ type: 'pkcs1', format: 'der' }).toString('base64');

const other = createPublicKey(rsa(2048)).export({ type: 'spki', format: 'der' }).toString('base64');

const checkKey = (txt: string[], signing: KeyObject = key) =>
  checkDkim(dnsTable({ [name]: { txt } }), {
    domain: 'example.org',
    selector: 'post',
    key: signing,
  });

test.each([
  ['the key', [`v=DKIM1; k=rsa; p=${spki}`], 'ok'],
  ['the key alone', [`p=${spki}`], 'ok'],
  ['the key in its older form', [`v=DKIM1;p=${pkcs1};`], 'ok'],
  ['the key with blanks in it', [`v=DKIM1; p=${spki.slice(0, 40)} ${spki.slice(40)}`], 'ok'],
  ['the key for sha256', [`v=DKIM1; h=sha1:sha256; s=email; p=${spki}`], 'ok'],
  ['nothing', [], 'missing'],
  ['something else', ['hello'], 'missing'],
  ['another key', [`v=DKIM1; p=${other}`], 'wrong'],
  ['a revoked key', ['v=DKIM1; p='], 'wrong'],
  ['a key of another kind', [`v=DKIM1; k=ed25519; p=${spki}`], 'wrong'],
  ['a key that cannot be read', ['v=DKIM1; p=AAAA'], 'wrong'],
  ['the key for sha1', [`v=DKIM1; h=sha1; p=${spki}`], 'wrong'],
  ['the key for something else than mail', [`v=DKIM1; s=tlsrpt; p=${spki}`], 'wrong'],
  ['a record of a future version', [`v=DKIM2; p=${spki}`], 'wrong'],
  ['two keys', [`p=${spki}`, `p=${other}`], 'wrong'],
] as const)('with %s at the selector: %s', async (_, txt, state) => {
  const finding = await checkKey([...txt]);
  expect(finding.state).toBe(state);
  const enter = [{ name, type: 'TXT', value: `v=DKIM1; k=rsa; p=${spki}` }];
  expect(finding.enter).toEqual(state === 'ok' ? undefined : enter);
});

test('accepts the record that it asks for', async () => {
  expect((await checkKey([dkimRecordOf(key)])).state).toBe('ok');
});

test('notes a short key', async () => {
  const short = rsa(1024);
  expect(await checkKey([dkimRecordOf(short)], short)).toMatchObject({
    state: 'note',
    says: expect.stringContaining('2048'),
  });
});

test('explains setup without a signature', async () => {
  expect(await checkDkim(dnsTable({}), undefined)).toMatchObject({
    state: 'missing',
    says: expect.stringContaining('openssl genrsa'),
  });
});

const same = { from: 'example.org', envelope: 'example.org', signature: 'example.org' };

const checkPolicy = (
  txt: string[],
  domains: Parameters<typeof checkDmarc>[1],
  at = 'example.org',
) => checkDmarc(dnsTable({ [`_dmarc.${at}`]: { txt } }), domains);

test.each([
  ['a policy and aligned domains', 'v=DMARC1; p=reject', same, 'ok'],
  ['a policy of none', 'v=DMARC1;p=none;', same, 'ok'],
  [
    'a signature of the parent domain',
    'v=DMARC1; p=none',
    { from: 'mail.example.org', envelope: 'relay.example', signature: 'example.org' },
    'ok',
  ],
  [
    'a strict policy and a signature of a subdomain',
    'v=DMARC1; p=none; adkim=s; aspf=s',
    { ...same, envelope: 'relay.example', signature: 'mail.example.org' },
    'wrong',
  ],
  [
    'no signature, a return address of a subdomain',
    'v=DMARC1; p=none',
    { from: 'example.org', envelope: 'bounces.example.org' },
    'note',
  ],
  [
    'no signature, a strict policy for return addresses',
    'v=DMARC1; p=none; aspf=s',
    { from: 'example.org', envelope: 'bounces.example.org' },
    'wrong',
  ],
  [
    'a signature and a return address of another domain',
    'v=DMARC1; p=none',
    { from: 'example.org', envelope: 'relay.example', signature: 'relay.example' },
    'wrong',
  ],
  [
    'another domain with the same ending',
    'v=DMARC1; p=none',
    { from: 'example.org', envelope: 'notexample.org' },
    'wrong',
  ],
  ['an unknown policy', 'v=DMARC1; p=maybe', same, 'wrong'],
  ['a record without a policy', 'v=DMARC1; rua=mailto:a@example.org', same, 'wrong'],
  ['another record', 'v=spf1 -all', same, 'missing'],
] as const)('assesses DMARC with %s', async (_, txt, domains, state) => {
  expect((await checkPolicy([txt], domains)).state).toBe(state);
});

test('applies the policy of the parent domain', async () => {
  const subdomain = {
    from: 'mail.example.org',
    envelope: 'mail.example.org',
    signature: 'mail.example.org',
  };
  expect((await checkPolicy(['v=DMARC1; p=none'], subdomain)).state).toBe('ok');
});

test('refuses two records', async () => {
  expect((await checkPolicy(['v=DMARC1; p=none', 'v=DMARC1; p=reject'], same)).state).toBe('wrong');
});

test('asks for a policy of the sender domain', async () => {
  expect(await checkPolicy([], same)).toMatchObject({
    state: 'missing',
    enter: [
      {
        name: '_dmarc.example.org',
        type: 'TXT',
        value: 'v=DMARC1; p=none; rua=mailto:postmaster@example.org',
      },
    ],
  });
});
