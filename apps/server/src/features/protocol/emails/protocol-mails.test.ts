import { locales } from '@zavet/contract/locales';
import { activationEnds } from '@zavet/contract/protocol/protocol-values';
import { expect, test } from 'vitest';
import { siteInfo, token } from '../../../../test/mail-examples/mail-example.ts';
import { linksOf, visibleTextOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { activationState } from './activation-state-mail.ts';
import { activationAnnounced } from './announcement-mail.ts';
import { activationAttemptEnded, activationEnded } from './end-mails.ts';
import { letterMail } from './letter-mail.ts';
import { activationProgress, agreementAsked } from './progress-mails.ts';
import { recipientsUnreached } from './release-mails.ts';
import { activationWaits } from './waiting-mail.ts';

const at = '2026-11-15T21:05:00.000Z';
/** In Moscow, this is already the next day. */
const release_at = '2026-11-18T21:05:00.000Z';
const starter = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const announced = { ...starter, at, veto_token: token };
const waits = { ...starter, started_at: at, release_at, decided_by: null, veto_token: token };

test('announces the waiting period or an immediate release', async () => {
  const textAfter = async (waiting_hours: number) => {
    const facts = { ...announced, stage: 'payment', waiting_hours } as const;
    return (await writeMail(activationAnnounced, 'en', facts, siteInfo)).text;
  };
  const immediate = await textAfter(0);
  expect(immediate).toContain('can no longer be stopped');
  expect(immediate).not.toContain('after the payment');
  expect(await textAfter(24)).toContain('sent 24\u00a0hours after the payment');
  const later = await textAfter(72);
  expect(later).toContain('sent 3\u00a0days after the payment');
  expect(later).not.toContain('can no longer be stopped');
  expect(await textAfter(720)).toContain('sent 30\u00a0days after the payment');
});

test('gives every warning its own subject with the day of the release', async () => {
  const subjects = await Promise.all(
    (['first', 'daily', 'last_day'] as const).map(async (warning) => {
      const { subject } = await writeMail(activationWaits, 'en', { ...waits, warning }, siteInfo);
      return subject;
    }),
  );
  expect(subjects).toEqual([
    'Boris Berg is activating your protocol: letters are sent on 19 November',
    'Reminder: the letters of your protocol will be sent on 19 November',
    'Last 24 hours: the letters of your protocol will be sent on 19 November',
  ]);
});

test('links the account instead of a veto button if there is no token', async () => {
  const facts = { ...announced, veto_token: null };
  const mails = [
    await writeMail(
      activationWaits,
      'en',
      { ...waits, warning: 'first', veto_token: null },
      siteInfo,
    ),
    await writeMail(
      activationAnnounced,
      'en',
      { ...facts, stage: 'payment', waiting_hours: 0 },
      siteInfo,
    ),
    await writeMail(
      activationAnnounced,
      'en',
      { ...facts, stage: 'asked', is_agreed: false },
      siteInfo,
    ),
  ];
  for (const { html, text } of mails) {
    expect(linksOf(html)).toContain(`${siteInfo.publicUrl}/dashboard`);
    expect(text).toContain('sign in and cancel the activation');
    expect(text).not.toContain('/stop');
  }
});

const ended = { ...starter, at, is_refunded: false, is_contact: true };

test('asks for a decision only about an existing contact', async () => {
  const deletedStarter = { ...ended, contact_name: null, contact_email: null, is_contact: false };
  const textOf = async (facts: typeof ended | typeof deletedStarter) =>
    (await writeMail(activationAttemptEnded, 'en', { ...facts, end_reason: 'vetoed' }, siteInfo))
      .text;
  expect(await textOf(ended)).toContain('until you decide');
  expect(await textOf(deletedStarter)).not.toMatch(/until you decide|Requested by/);
});

test('announces a refund only after a payment', async () => {
  const textOf = async (amount_kopecks: number | null) => {
    const facts = { ...owner, reason: 'vetoed', is_other: false, is_refund: false } as const;
    return (await writeMail(activationEnded, 'en', { ...facts, amount_kopecks }, siteInfo)).text;
  };
  expect(await textOf(700_000)).toContain('refunding the full amount');
  expect(await textOf(null)).not.toContain('refunding');
});

test('distinguishes a pending agreement from a given one', async () => {
  const textOf = async (is_agreed: boolean) => {
    const facts = { ...announced, stage: 'asked', is_agreed } as const;
    return (await writeMail(activationAnnounced, 'en', facts, siteInfo)).text;
  };
  expect(await textOf(false)).toContain('asking your other trusted people');
  expect(await textOf(true)).not.toContain('asking your other trusted people');
  expect(await textOf(true)).toContain('A second trusted person has agreed');
});

test('escapes names of contacts', async () => {
  const hostile = '<b>x</b> https://evil.example {{name}} $t(layout.brand)\r\nBcc: a@evil.example';
  const other = { ...owner, starter_name: hostile, is_other: true };
  const doubt = { doubter_name: hostile, decided_by: release_at };
  const hostileStarter = { contact_name: hostile, contact_email: 'boris@example.org' };
  const mails = [
    await writeMail(
      activationState,
      'en',
      { ...other, state: 'waiting', next: 'released', release_at },
      siteInfo,
    ),
    await writeMail(activationState, 'en', { ...other, ...doubt, state: 'doubted' }, siteInfo),
    await writeMail(agreementAsked, 'en', other, siteInfo),
    await writeMail(
      activationWaits,
      'en',
      { ...waits, ...hostileStarter, warning: 'first' },
      siteInfo,
    ),
    await writeMail(
      activationAttemptEnded,
      'en',
      { ...ended, ...hostileStarter, end_reason: 'vetoed' },
      siteInfo,
    ),
  ];
  for (const { subject, html, text } of mails) {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<b>');
    expect(linksOf(html).size).toBe(2);
    expect(text.match(/https?:\/\//g)).toHaveLength(1);
    expect(text).toContain('{{name}} $t(layout. brand)');
  }
});

const refund = { ...owner, is_other: false, is_refund: true, amount_kopecks: 700_000 };

test('omits an owner who was deleted', async () => {
  const facts = { ...refund, owner_name: null, owner_email: null, reason: 'given_up' as const };
  const { text } = await writeMail(activationEnded, 'en', facts, siteInfo);
  expect(text).not.toContain('Protocol owner');
});

test('marks damaged records and shortens a long list of unreached recipients', async () => {
  const many = Array.from({ length: 40 }, (_, number) => ({
    name: null,
    email: `r${number}@example.org`,
  }));
  const facts = { ...owner, recipients: [{ name: null, email: null }, ...many], is_trying: true };
  const { text } = await writeMail(recipientsUnreached, 'en', facts, siteInfo);
  expect(text).toContain('• the address could not be read');
  expect(text.match(/^•/gm)).toHaveLength(30);
  expect(text).toContain('The full list is under');
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
      siteInfo,
    ),
    await writeMail(
      recipientsUnreached,
      'en',
      {
        owner_name: hostile,
        recipients: [{ name: hostile, email: 'anna@example.org' }],
        is_trying: true,
      },
      siteInfo,
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
  const bodies = new Set<string>();
  for (const end_reason of activationEnds) {
    const { text } = await writeMail(
      activationAttemptEnded,
      'en',
      { ...ended, end_reason },
      siteInfo,
    );
    expect(text).not.toContain('is refunded');
    bodies.add(text);
  }
  expect(bodies.size).toBe(activationEnds.length);
  const refunded = { ...ended, end_reason: 'contact_removed', is_refunded: true } as const;
  const { text } = await writeMail(activationAttemptEnded, 'en', refunded, siteInfo);
  expect(text).toContain('is refunded');
});

test('gives the reason for a refund', async () => {
  const textOf = async (reason: 'contact_removed' | 'overtaken') =>
    (await writeMail(activationEnded, 'en', { ...refund, reason }, siteInfo)).text;
  expect(await textOf('contact_removed')).toContain('no longer a confirmed trusted person');
  const faster = await textOf('overtaken');
  expect(faster).toContain('Another trusted person activated the protocol first.');
  expect(faster).not.toContain('Nothing was sent');
});

test('promises further attempts only while a letter is queued', async () => {
  const textOf = async (is_trying: boolean) => {
    const facts = {
      ...owner,
      recipients: [{ name: 'Petr', email: 'petr@example.org' }],
      is_trying,
    };
    return (await writeMail(recipientsUnreached, 'ru', facts, siteInfo)).text;
  };
  const promise = mailWords('ru').t('protocol.recipients_unreached.trying');
  expect(await textOf(true)).toContain(promise);
  expect(await textOf(false)).not.toContain(promise);
});

test.each(locales)('mentions the PIN in %s only if the owner has one', async (locale) => {
  for (const has_pin of [true, false]) {
    const mails = [
      await writeMail(
        activationProgress,
        locale,
        { ...owner, step: 'approved' as const, has_pin },
        siteInfo,
      ),
      await writeMail(
        activationAnnounced,
        locale,
        { ...announced, stage: 'approved', has_pin },
        siteInfo,
      ),
    ];
    for (const { html } of mails) expect(visibleTextOf(html).includes('PIN')).toBe(has_pin);
  }
});
