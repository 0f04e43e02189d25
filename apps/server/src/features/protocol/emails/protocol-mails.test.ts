import { activationEnds } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { token } from '../../../../test/mail-example.ts';
import { place } from '../../../../test/mail-examples.ts';
import { linksOf } from '../../../../test/mail-html.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { letterMail } from './letter-mail.ts';
import { activationRefunded, recipientsUnreached } from './release-mails.ts';
import { activationAttemptEnded } from './start-mails.ts';

const at = '2026-11-15T21:05:00.000Z';
const contact = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };

test('an owner who is gone is left out of the sentence', async () => {
  const facts = { owner_name: null, amount_kopecks: 100, reason: 'given_up' as const };
  const { text } = await writeMail(activationRefunded, 'en', facts, place);
  expect(text).not.toContain('trusted you');
});

test('a damaged record and a long list of unreached recipients are said so', async () => {
  const many = Array.from({ length: 40 }, (_, number) => ({
    name: null,
    email: `r${number}@example.org`,
  }));
  const facts = { ...owner, recipients: [{ name: null, email: null }, ...many], is_trying: true };
  const { text } = await writeMail(recipientsUnreached, 'en', facts, place);
  expect(text).toContain('• the address could not be read');
  expect(text.match(/^•/gm)).toHaveLength(30);
  expect(text).toContain('These are not all of them.');
});

test('names and titles that somebody typed become neither markup nor links', async () => {
  const hostile =
    '<b>x</b> https://evil.example {{person}} $t(layout.brand)\r\nBcc: a@evil.example';
  const mails = [
    await writeMail(
      letterMail,
      'en',
      {
        owner_name: hostile,
        titles: [hostile],
        letter_count: 1,
        recipient_name: hostile,
        started_by: { name: hostile },
        token,
        is_renewed: true,
      },
      place,
    ),
    await writeMail(
      recipientsUnreached,
      'en',
      {
        owner_name: hostile,
        recipients: [{ name: hostile, email: 'anna@example.org' }],
        is_trying: true,
      },
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
    const { text } = await writeMail(activationAttemptEnded, 'en', ended, place);
    expect(text).not.toContain('The money goes back');
    bodies.add(text);
  }
  expect(bodies.size).toBe(activationEnds.length);
  const refunded = { ...facts, end_reason: 'contact_removed', is_refunded: true } as const;
  const { text } = await writeMail(activationAttemptEnded, 'en', refunded, place);
  expect(text).toContain('The money goes back');
});

test('an attempt of somebody who is gone is told without a name', async () => {
  const facts = { contact_name: null, contact_email: null, at, is_refunded: false } as const;
  const ended = { ...facts, end_reason: 'lapsed' } as const;
  const { text } = await writeMail(activationAttemptEnded, 'en', ended, place);
  expect(text).toContain('one of your trusted persons');
});

test('a payer reads why the money goes back', async () => {
  const facts = { ...owner, amount_kopecks: 700_000 };
  const removed = { ...facts, reason: 'contact_removed' } as const;
  const faster = { ...facts, reason: 'another_was_faster' } as const;
  const textOf = async (told: typeof removed | typeof faster) =>
    (await writeMail(activationRefunded, 'en', told, place)).text;
  expect(await textOf(removed)).toContain('no longer a confirmed trusted person');
  expect(await textOf(faster)).toContain('Another trusted person started the protocol first.');
});
