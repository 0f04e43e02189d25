import { expect, test } from 'vitest';
import { token } from '../../../../test/mail-example.ts';
import { place } from '../../../../test/mail-examples.ts';
import { linksOf } from '../../../../test/mail-html.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { agreementAsked, agreementAskedForOwner } from './agreement-mails.ts';
import { startDoubted } from './doubt-mails.ts';
import { activationPaymentStarted } from './start-mails.ts';
import { startStopped, stopRecorded } from './veto-mails.ts';
import { activationWaits, waitingForOthers } from './waiting-mails.ts';

const at = '2026-11-15T09:30:00.000Z';
/** Already the next day in Moscow. */
const release_at = '2026-11-18T21:05:00.000Z';
const starter = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const waits = { ...starter, started_at: at, release_at, decided_by: null, stop_token: token };

test('an owner reads whether letters leave at once or how long they can be stopped', async () => {
  const textAfter = async (waiting_hours: number) => {
    const facts = { ...starter, at, waiting_hours, stop_token: token };
    return (await writeMail(activationPaymentStarted, 'en', facts, place)).text;
  };
  const atOnce = await textAfter(0);
  expect(atOnce).toContain('can no longer be stopped');
  expect(atOnce).not.toContain('they wait for');
  expect(await textAfter(24)).toContain('they wait for 24\u00a0hours');
  const later = await textAfter(72);
  expect(later).toContain('they wait for 3\u00a0days');
  expect(later).not.toContain('can no longer be stopped');
  expect(await textAfter(720)).toContain('they wait for 30\u00a0days');
});

test('every warning has a subject of its own, with the day on which letters leave', async () => {
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

test('a mail without a link speaks of no button, and leads to the account', async () => {
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

test('an owner decides only about a contact who is still there', async () => {
  const kept = { ...starter, is_contact: true };
  const removed = { contact_name: null, contact_email: null, is_contact: false };
  const textOf = async (facts: typeof kept | typeof removed) =>
    (await writeMail(stopRecorded, 'en', facts, place)).text;
  expect(await textOf(kept)).toContain('until you decide');
  expect(await textOf(removed)).not.toMatch(/until you decide|Started by/);
});

test('who began is told of money only where it was paid', async () => {
  const textOf = async (was_paid: boolean) =>
    (await writeMail(startStopped, 'en', { ...owner, was_paid }, place)).text;
  expect(await textOf(true)).toContain('The full amount goes back');
  expect(await textOf(false)).not.toContain('The full amount goes back');
  expect(await textOf(false)).toContain('You no longer need to pay');
});

test('an owner reads whether a second person is still asked or has agreed', async () => {
  const textOf = async (is_agreed: boolean) => {
    const facts = { ...starter, at, is_agreed, stop_token: token };
    return (await writeMail(agreementAskedForOwner, 'en', facts, place)).text;
  };
  expect(await textOf(false)).toContain('asking your other trusted persons');
  expect(await textOf(true)).not.toContain('asking your other trusted persons');
  expect(await textOf(true)).toContain('A second trusted person has agreed');
});

test('names of contacts become neither markup nor links', async () => {
  const hostile = '<b>x</b> https://evil.example {{name}} $t(layout.brand)\r\nBcc: a@evil.example';
  const told = { ...owner, starter_name: hostile, release_at };
  const began = { contact_name: hostile, contact_email: 'boris@example.org' };
  const mails = [
    await writeMail(waitingForOthers, 'en', told, place),
    await writeMail(agreementAsked, 'en', told, place),
    await writeMail(
      startDoubted,
      'en',
      { ...owner, starter_name: null, doubter_name: hostile, decided_by: release_at },
      place,
    ),
    await writeMail(activationWaits, 'en', { ...waits, ...began, warning: 'first' }, place),
    await writeMail(stopRecorded, 'en', { ...began, is_contact: true }, place),
  ];
  for (const { html, text } of mails) {
    expect(html).not.toContain('<b>');
    expect(linksOf(html).size).toBe(2);
    expect(text.match(/https?:\/\//g)).toHaveLength(1);
    expect(text).toContain('{{name}} $t(layout. brand)');
  }
});
