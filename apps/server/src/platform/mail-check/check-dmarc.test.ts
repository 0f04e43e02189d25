import { expect, test } from 'vitest';
import { dnsTable } from '../../../test/dns-table.ts';
import { checkDmarc } from '../doctor/check-dkim-dmarc.ts';

const same = { from: 'example.org', envelope: 'example.org', signature: 'example.org' };
const checkPolicy = (txt: string[], domains: Parameters<typeof checkDmarc>[1], at = 'example.org') =>
  checkDmarc(dnsTable({ [`_dmarc.${at}`]: { txt } }), domains);

test.each([
  ['a policy and everything of one house', 'v=DMARC1; p=reject', same, 'ok'],
  ['a policy without demands', 'v=DMARC1;p=none;', same, 'ok'],
  [
    'a signature of the house above',
    'v=DMARC1; p=none',
    { from: 'mail.example.org', envelope: 'relay.example', signature: 'example.org' },
    'ok',
  ],
  [
    'a strict policy and a signature from below',
    'v=DMARC1; p=none; adkim=s; aspf=s',
    { ...same, envelope: 'relay.example', signature: 'mail.example.org' },
    'wrong',
  ],
  [
    'no signature, a return address of the house',
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
    'a signature and a return address of strangers',
    'v=DMARC1; p=none',
    { from: 'example.org', envelope: 'relay.example', signature: 'relay.example' },
    'wrong',
  ],
  [
    'a stranger whose name only ends alike',
    'v=DMARC1; p=none',
    { from: 'example.org', envelope: 'notexample.org' },
    'wrong',
  ],
  ['a policy that is none', 'v=DMARC1; p=maybe', same, 'wrong'],
  ['no policy in it', 'v=DMARC1; rua=mailto:a@example.org', same, 'wrong'],
  ['something else', 'v=spf1 -all', same, 'missing'],
] as const)('%s', async (_, txt, domains, state) => {
  expect((await checkPolicy([txt], domains)).state).toBe(state);
});

test('the policy of the domain above holds for those below it', async () => {
  const below = {
    from: 'mail.example.org',
    envelope: 'mail.example.org',
    signature: 'mail.example.org',
  };
  expect((await checkPolicy(['v=DMARC1; p=none'], below)).state).toBe('ok');
});

test('two records are as good as none', async () => {
  expect((await checkPolicy(['v=DMARC1; p=none', 'v=DMARC1; p=reject'], same)).state).toBe('wrong');
});

test('a missing policy is entered under the domain of the sender', async () => {
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
