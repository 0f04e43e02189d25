import { locales } from '@zavet/contract/locales';
import { activationEnds } from '@zavet/contract/protocol/protocol-values';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import type { ProtocolMailFacts, ProtocolMailKind } from './protocol-mail-facts.ts';
import { type NoticeOf, protocolNotices } from './protocol-notices.ts';
import { protocolMailKinds, renderProtocolMail } from './render-protocol-mail.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
const at = '2026-11-15T21:05:00.000Z';
const contact = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const boris = 'Boris Berg (boris@example.org)';
const maria = 'Maria Ivanova (maria@example.org)';
const recipients = [
  { name: 'Anna Ek', email: 'anna@example.org' },
  { name: null, email: 'olof@example.org' },
];

interface Example {
  kind: ProtocolMailKind;
  facts: ProtocolMailFacts[ProtocolMailKind];
  link: string;
  /** Names and figures, which are the same in every language. */
  says: string[];
}

function example<Kind extends ProtocolMailKind>(
  kind: Kind,
  facts: ProtocolMailFacts[Kind],
  link: string,
  says: string[],
): Example {
  return { kind, facts, link, says };
}

const examples: Example[] = [
  example('activation_payment_started', { ...contact, at }, '/contact', [boris, '16', '2026']),
  example(
    'activation_attempt_ended',
    { ...contact, at, end_reason: 'given_up', is_refunded: false },
    '/contact',
    [boris, '16', '2026'],
  ),
  example('protocol_activated', { ...contact, at }, '/mail', [boris, '16', '2026']),
  example('activation_pin_locked', contact, '/contact', [boris, '24']),
  example('delivery_address_corrected', contact, '/mail', [boris]),
  example('activation_confirmed', owner, '/trusted-legacies', [maria]),
  example(
    'activation_refunded',
    { owner_name: 'Maria Ivanova', amount_kopecks: 99_050, reason: 'another_was_faster' },
    '/trusted-legacies',
    ['Maria Ivanova', '990'],
  ),
  example('recipients_unreached', { ...owner, recipients }, '/trusted-legacies', [
    maria,
    'Anna Ek (anna@example.org)',
    'olof@example.org',
  ]),
  example('delivery_link_renewed', { ...owner, title: 'Keys', token }, `/delivery#${token}`, [
    maria,
    'Keys',
  ]),
  example(
    'delivery_expires_soon',
    { ...owner, title: 'Keys', token, expires_on: '2027-11-16' },
    `/delivery#${token}`,
    [maria, 'Keys', '16', '2027'],
  ),
];

test('every mail has an example here', () => {
  expect(examples.map(({ kind }) => kind)).toEqual(protocolMailKinds);
});

describe.each(locales)('in %s', (locale) => {
  test.each(examples)('$kind is complete', async ({ kind, facts, link, says }) => {
    const { subject, html, text } = await renderProtocolMail(kind, locale, facts, place);
    const address = place.publicUrl + link;
    expect(linksOf(html)).toEqual(new Set([address, `mailto:${place.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual([address]);
    expect(html).toContain(`lang="${locale}"`);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
    expect(subject).toMatch(/^\S.{10,90}\S$/u);
    for (const part of [visibleTextOf(html), text]) {
      for (const said of [subject, ...says, mailWords(locale).t('layout.greeting')]) {
        expect(part).toContain(said);
      }
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|\bnull\b|\bNaN\b|protocol\.\w|\.\./);
      expect(part).not.toContain('!');
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });
});

test('every mail reads differently in every language', () => {
  for (const { kind, facts } of examples) {
    const noticeIn = protocolNotices[kind] as NoticeOf<ProtocolMailKind>;
    const subjects = locales.map((locale) => noticeIn(mailWords(locale), facts, place).subject);
    expect(new Set(subjects).size).toBe(locales.length);
  }
});

test('an owner who is gone is left out of the sentence', async () => {
  const facts = { owner_name: null, amount_kopecks: 100, reason: 'given_up' as const };
  const { text } = await renderProtocolMail('activation_refunded', 'en', facts, place);
  expect(text).not.toContain('trusted you');
});

test('a damaged record and a long list of unreached recipients are said so', async () => {
  const many = Array.from({ length: 40 }, (_, number) => ({
    name: null,
    email: `r${number}@example.org`,
  }));
  const facts = { ...owner, recipients: [{ name: null, email: null }, ...many] };
  const { text } = await renderProtocolMail('recipients_unreached', 'en', facts, place);
  expect(text).toContain('• the address could not be read');
  expect(text.match(/^•/gm)).toHaveLength(30);
  expect(text).toContain('These are not all of them.');
});

test('names and titles that somebody typed become neither markup nor links', async () => {
  const hostile =
    '<b>x</b> https://evil.example {{person}} $t(layout.brand)\r\nBcc: a@evil.example';
  const mails = [
    await renderProtocolMail(
      'delivery_link_renewed',
      'en',
      { owner_name: hostile, title: hostile, token },
      place,
    ),
    await renderProtocolMail(
      'recipients_unreached',
      'en',
      { owner_name: hostile, recipients: [{ name: hostile, email: 'anna@example.org' }] },
      place,
    ),
  ];
  for (const { subject, html, text } of mails) {
    expect(html).not.toContain('<b>');
    expect(linksOf(html).size).toBe(2);
    expect(text.match(/https?:\/\//g)).toHaveLength(1);
    expect(text).toContain('{{person}} $t(layout. brand)');
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

test('an owner reads how an attempt ended, in words of its own for every end', async () => {
  const facts = { ...contact, at, is_refunded: false };
  const bodies = new Set<string>();
  for (const end_reason of activationEnds) {
    const ended = { ...facts, end_reason };
    const { text } = await renderProtocolMail('activation_attempt_ended', 'en', ended, place);
    expect(text).not.toContain('The money goes back');
    bodies.add(text);
  }
  expect(bodies.size).toBe(activationEnds.length);
  const refunded = { ...facts, end_reason: 'contact_removed', is_refunded: true } as const;
  const { text } = await renderProtocolMail('activation_attempt_ended', 'en', refunded, place);
  expect(text).toContain('The money goes back');
});

test('an attempt of somebody who is gone is told without a name', async () => {
  const facts = { contact_name: null, contact_email: null, at, is_refunded: false } as const;
  const ended = { ...facts, end_reason: 'lapsed' } as const;
  const { text } = await renderProtocolMail('activation_attempt_ended', 'en', ended, place);
  expect(text).toContain('one of your trusted persons');
});

test('a payer reads why the money goes back', async () => {
  const facts = { ...owner, amount_kopecks: 700_000 };
  const removed = { ...facts, reason: 'contact_removed' } as const;
  const faster = { ...facts, reason: 'another_was_faster' } as const;
  const textOf = async (told: typeof removed | typeof faster) =>
    (await renderProtocolMail('activation_refunded', 'en', told, place)).text;
  expect(await textOf(removed)).toContain('no longer a confirmed trusted person');
  expect(await textOf(faster)).toContain('Another trusted person started the protocol first.');
});
