import { locales } from '@zavet/contract/locales';
import { activationEnds } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { place, token } from '../../../../test/mail-examples/mail-example.ts';
import { linksOf, visibleTextOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { agreementAsked, agreementAskedForOwner } from './agreement-mails.ts';
import { startDoubted } from './doubt-mails.ts';
import { letterMail } from './letter-mail.ts';
import { activationRefunded, recipientsUnreached } from './release-mails.ts';
import { contactApproved, contactApprovedForOwner } from './request-mails.ts';
import { activationAttemptEnded, activationPaymentStarted } from './start-mails.ts';
import { startStopped, stopRecorded } from './veto-mails.ts';
import { activationWaits, waitingForOthers } from './waiting-mails.ts';

const at = '2026-11-15T21:05:00.000Z';
/** Already the next day in Moscow. */
const release_at = '2026-11-18T21:05:00.000Z';
const starter = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const waits = { ...starter, started_at: at, release_at, decided_by: null, stop_token: token };

test('announces the waiting period or an immediate release', async () => {
  const textAfter = async (waiting_hours: number) => {
    const facts = { ...starter, at, waiting_hours, stop_token: token };
    return (await writeMail(activationPaymentStarted, 'en', facts, place)).text;
  };
  const immediate = await textAfter(0);
  expect(immediate).toContain('can no longer be stopped');
  expect(immediate).not.toContain('they wait for');
  expect(await textAfter(24)).toContain('they wait for 24\u00a0hours');
  const later = await textAfter(72);
  expect(later).toContain('they wait for 3\u00a0days');
  expect(later).not.toContain('can no longer be stopped');
  expect(await textAfter(720)).toContain('they wait for 30\u00a0days');
});

test('gives every warning its own subject with the day of the release', async () => {
  const subjects = await Promise.all(
    (['first', 'daily', 'last_day'] as const).map(async (warning) => {
      const { subject } = await writeMail(activationWaits, 'en', { ...waits, warning }, place);
      return subject;
    }),
  );
  expect(subjects).toEqual([
    'Your protocol is being started. Messages leave on 19 November',
    'Reminder: messages of your protocol leave on 19 November',
    'Last 24 hours: messages of your protocol leave on 19 November',
  ]);
});

test('links the account instead of a veto button if there is no token', async () => {
  const waiting = { ...waits, warning: 'first', stop_token: null } as const;
  const paying = { ...starter, at, waiting_hours: 0, stop_token: null };
  const asked = { ...starter, at, is_agreed: false, stop_token: null };
  const mails = [
    await writeMail(activationWaits, 'en', waiting, place),
    await writeMail(activationPaymentStarted, 'en', paying, place),
    await writeMail(agreementAskedForOwner, 'en', asked, place),
  ];
  for (const { html, text } of mails) {
    expect(linksOf(html)).toContain(`${place.publicUrl}/dashboard`);
    expect(text).toContain('sign in: you can stop it there');
    expect(text).not.toContain('press the button');
  }
});

test('asks for a decision only about an existing contact', async () => {
  const kept = { ...starter, is_contact: true };
  const removed = { contact_name: null, contact_email: null, is_contact: false };
  const textOf = async (facts: typeof kept | typeof removed) =>
    (await writeMail(stopRecorded, 'en', facts, place)).text;
  expect(await textOf(kept)).toContain('until you decide');
  expect(await textOf(removed)).not.toMatch(/until you decide|Started by/);
});

test('announces a refund only after a payment', async () => {
  const textOf = async (was_paid: boolean) =>
    (await writeMail(startStopped, 'en', { ...owner, was_paid }, place)).text;
  expect(await textOf(true)).toContain('The full amount goes back');
  expect(await textOf(false)).not.toContain('The full amount goes back');
  expect(await textOf(false)).toContain('You no longer need to pay');
});

test('tells a pending agreement from a given one', async () => {
  const textOf = async (is_agreed: boolean) => {
    const facts = { ...starter, at, is_agreed, stop_token: token };
    return (await writeMail(agreementAskedForOwner, 'en', facts, place)).text;
  };
  expect(await textOf(false)).toContain('asking your other trusted persons');
  expect(await textOf(true)).not.toContain('asking your other trusted persons');
  expect(await textOf(true)).toContain('A second trusted person has agreed');
});

test('escapes names of contacts', async () => {
  const hostile = '<b>x</b> https://evil.example {{name}} $t(layout.brand)\r\nBcc: a@evil.example';
  const facts = { ...owner, starter_name: hostile, release_at };
  const hostileStarter = { contact_name: hostile, contact_email: 'boris@example.org' };
  const mails = [
    await writeMail(waitingForOthers, 'en', facts, place),
    await writeMail(agreementAsked, 'en', facts, place),
    await writeMail(
      startDoubted,
      'en',
      { ...owner, starter_name: null, doubter_name: hostile, decided_by: release_at },
      place,
    ),
    await writeMail(
      activationWaits,
      'en',
      { ...waits, ...hostileStarter, warning: 'first' },
      place,
    ),
    await writeMail(stopRecorded, 'en', { ...hostileStarter, is_contact: true }, place),
  ];
  for (const { html, text } of mails) {
    expect(html).not.toContain('<b>');
    expect(linksOf(html).size).toBe(2);
    expect(text.match(/https?:\/\//g)).toHaveLength(1);
    expect(text).toContain('{{name}} $t(layout. brand)');
  }
});

test('omits an owner who is gone', async () => {
  const facts = { owner_name: null, amount_kopecks: 100, reason: 'given_up' as const };
  const { text } = await writeMail(activationRefunded, 'en', facts, place);
  expect(text).not.toContain('trusted you');
});

test('marks damaged records and shortens a long list of unreached recipients', async () => {
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

test('escapes names and titles', async () => {
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

test('has a text of its own for every end of an attempt', async () => {
  const facts = { ...starter, at, is_refunded: false };
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

test('omits the name of a starter who is gone', async () => {
  const facts = { contact_name: null, contact_email: null, at, is_refunded: false } as const;
  const ended = { ...facts, end_reason: 'lapsed' } as const;
  const { text } = await writeMail(activationAttemptEnded, 'en', ended, place);
  expect(text).toContain('one of your trusted persons');
});

test('gives the reason for a refund', async () => {
  const facts = { ...owner, amount_kopecks: 700_000 };
  const removed = { ...facts, reason: 'contact_removed' } as const;
  const faster = { ...facts, reason: 'another_was_faster' } as const;
  const textOf = async (refund: typeof removed | typeof faster) =>
    (await writeMail(activationRefunded, 'en', refund, place)).text;
  expect(await textOf(removed)).toContain('no longer a confirmed trusted person');
  expect(await textOf(faster)).toContain('Another trusted person started the protocol first.');
});

test('promises further attempts only while a letter is queued', async () => {
  const textOf = async (is_trying: boolean) => {
    const facts = {
      ...owner,
      recipients: [{ name: 'Petr', email: 'petr@example.org' }],
      is_trying,
    };
    return (await writeMail(recipientsUnreached, 'ru', facts, place)).text;
  };
  const promise = mailWords('ru').t('protocol.recipients_unreached.trying');
  expect(await textOf(true)).toContain(promise);
  expect(await textOf(false)).not.toContain(promise);
});

const decision = { stop_token: null, has_documents: false, is_by_certificate: false };

test.each(locales)('mentions the PIN in %s only if the owner has one', async (locale) => {
  for (const has_pin of [true, false]) {
    const mails = [
      await writeMail(contactApproved, locale, { ...owner, has_pin }, place),
      await writeMail(
        contactApprovedForOwner,
        locale,
        { name: 'Boris Berg', email: 'boris@example.org', ...decision, has_pin },
        place,
      ),
    ];
    for (const { html } of mails) expect(visibleTextOf(html).includes('PIN')).toBe(has_pin);
  }
});
