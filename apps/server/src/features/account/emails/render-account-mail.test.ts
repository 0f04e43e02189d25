import { type Locale, locales } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import type { AccountMail } from './account-mail.ts';
import { accountMailKinds, renderAccountMail } from './render-account-mail.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
const moment = '2026-11-15T09:30:00.000Z';
const new_email = 'anna@example.org';

interface Example {
  name: string;
  mail: AccountMail;
  /** Paths below the public address, in the order of the mail. */
  links: string[];
  lifetime?: number;
  says?: (locale: Locale) => string;
}

const atMoment = (locale: Locale) => mailWords(locale).moment(moment);
const maskedAddress = () => 'a***@example.org';

const examples: Example[] = [
  {
    name: 'verify_email',
    mail: { kind: 'verify_email', token },
    links: [`/verify#type=signup&token=${token}`],
    lifetime: linkLifetimes.verifyEmail,
  },
  {
    name: 'address_already_registered',
    mail: { kind: 'address_already_registered' },
    links: ['/login', '/forgot-password'],
  },
  {
    name: 'recover_password',
    mail: { kind: 'recover_password', token },
    links: [`/update-password#type=recovery&token=${token}`],
    lifetime: linkLifetimes.recoverPassword,
  },
  {
    name: 'password_changed',
    mail: { kind: 'password_changed', changed_at: moment },
    links: ['/forgot-password'],
    says: atMoment,
  },
  {
    name: 'email_change_confirm',
    mail: { kind: 'email_change_confirm', token },
    links: [`/verify#type=email_change&token=${token}`],
    lifetime: linkLifetimes.confirmEmailChange,
  },
  {
    name: 'email_change_notice',
    mail: { kind: 'email_change_notice', new_email, token },
    links: [`/verify#type=email_undo&token=${token}`],
    lifetime: linkLifetimes.confirmEmailChange,
    says: maskedAddress,
  },
  {
    name: 'email_changed',
    mail: { kind: 'email_changed', new_email, token },
    links: [`/verify#type=email_undo&token=${token}`],
    lifetime: linkLifetimes.undoEmailChange,
    says: maskedAddress,
  },
  {
    name: 'email_change_undone',
    mail: { kind: 'email_change_undone', token },
    links: [`/update-password#type=recovery&token=${token}`, '/forgot-password'],
    lifetime: linkLifetimes.recoverPassword,
  },
  {
    name: 'new_address_already_used',
    mail: { kind: 'new_address_already_used' },
    links: ['/login'],
  },
  ...(['set', 'changed', 'removed'] as const).map((change) => ({
    name: `pin_changed (${change})`,
    mail: { kind: 'pin_changed', change, changed_at: moment } as const,
    links: ['/forgot-password'],
    says: atMoment,
  })),
  {
    name: 'account_deleted',
    mail: { kind: 'account_deleted', deleted_at: moment },
    links: [],
    says: atMoment,
  },
  {
    name: 'sign_in_slowed_down',
    mail: { kind: 'sign_in_slowed_down' },
    links: ['/forgot-password'],
  },
  {
    name: 'proofs_failed',
    mail: { kind: 'proofs_failed' },
    links: ['/forgot-password'],
  },
  {
    name: 'new_device',
    mail: {
      kind: 'new_device',
      token,
      signed_in_at: moment,
      network: '203.0.113.*',
      browser: 'Firefox',
      system: 'Linux',
    },
    links: [`/verify#type=disown_sign_in&token=${token}`],
    lifetime: linkLifetimes.disownSignIn,
    says: atMoment,
  },
];

test('every mail has an example here', () => {
  expect(new Set(examples.map(({ mail }) => mail.kind))).toEqual(new Set(accountMailKinds));
});

describe.each(locales)('in %s', (locale) => {
  const words = mailWords(locale);

  test.each(examples)('$name is complete', async ({ mail, links, lifetime, says }) => {
    const { subject, html, text } = await rendered(mail, locale);
    const visible = visibleTextOf(html);

    const addresses = links.map((path) => place.publicUrl + path);
    expect(linksOf(html)).toEqual(new Set([...addresses, `mailto:${place.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(addresses);
    for (const address of addresses) expect(visible).toContain(address);

    expect(html).toContain(`lang="${locale}"`);
    expect(subject).toMatch(/^\S.{5,70}\S$/u);
    for (const part of [visible, text]) {
      expect(part).toContain(subject);
      expect(part).toContain(words.t('layout.greeting'));
      expect(part).toContain(place.supportEmail);
      if (lifetime) expect(part).toContain(words.duration(lifetime));
      if (says) expect(part).toContain(says(locale));
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|account\.\w/);
      expect(part).not.toContain('!');
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test.each(examples)('$name loads nothing and runs nothing', async ({ mail }) => {
    const { html } = await rendered(mail, locale);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
  });
});

test('every mail reads differently in every language', async () => {
  for (const { mail } of examples) {
    const mails = await Promise.all(locales.map((locale) => rendered(mail, locale)));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length);
  }
});

test('nothing in the facts becomes markup or a link', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'&{{moment}}$t(layout.brand)@<b>evil</b>.example`;
  for (const kind of ['email_change_notice', 'email_changed'] as const) {
    const mail = { kind, new_email: hostile, token: '"><script>alert(1)</script>&type=x#' };
    const { html, text } = await rendered(mail, 'ru');
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(linksOf(html)).toEqual(
      new Set([
        'https://zavet.example/verify#type=email_undo&token=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E%26type%3Dx%23',
        'mailto:support@zavet.example',
      ]),
    );
    expect(text).toContain('<***@<b>evil</b>.example');
  }
});

test('the full new address is not told to the old one', async () => {
  for (const kind of ['email_change_notice', 'email_changed'] as const) {
    const { html, text } = await rendered({ kind, new_email, token }, 'ru');
    expect(html + text).not.toContain(new_email);
  }
});

test('a public address with a path and a slash at its end leads to the same pages', async () => {
  const elsewhere = { ...place, publicUrl: 'https://example.org/zavet/' };
  const { text } = await renderAccountMail('recover_password', 'en', { token }, elsewhere);
  expect(text).toContain(`https://example.org/zavet/update-password#type=recovery&token=${token}`);
});

function rendered(mail: AccountMail, locale: Locale) {
  return renderAccountMail(mail.kind, locale, mail, place);
}
