import { type Locale, locales } from '@zavet/contract/locales';
import { supportTiers } from '@zavet/contract/support/support-terms';
import { supportCategories } from '@zavet/contract/support/support-values';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { renderSupportReceived, renderSupportRequest } from './render-support-mail.ts';
import type { SupportRequestFacts } from './support-mail.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const facts: SupportRequestFacts = {
  reference: 'ABCD-2345',
  tier: 'priority',
  category: 'billing',
  account_email: 'anna@example.org',
  user_email: 'anna@example.org',
  answer_by: new Date('2026-11-16T12:00:00Z'),
  name: 'Anna',
  subject: 'Card',
  message: 'First line\n\n    indented\nlast line',
};
const request = (change: Partial<SupportRequestFacts> = {}, locale: Locale = 'ru') =>
  renderSupportRequest(locale, { ...facts, ...change }, place);

describe.each(locales)('in %s', (locale) => {
  const words = mailWords(locale);

  test('a request says everything that is needed for an answer, the message as it was typed', async () => {
    const { subject, html, text } = await request({}, locale);
    expect(subject).toBe(`[ABCD-2345] ${words.t('support.categories.billing')}: Card`);
    expect(linksOf(html)).toEqual(new Set([`mailto:${place.supportEmail}`]));
    const said = [
      'ABCD-2345',
      words.t('support.tiers.priority'),
      words.moment(facts.answer_by.toISOString()),
      facts.account_email,
      facts.name,
      facts.message,
      'npm run support -- answered ABCD-2345',
    ];
    for (const part of [visibleTextOf(html), text]) {
      for (const one of said) expect(part).toContain(one);
      expect(part).not.toContain(words.t('support.request.address_differs'));
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|support\.[a-y]|!/);
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test('the acknowledgement says the number, the promise and where the answer goes', async () => {
    const { subject, html, text } = await renderSupportReceived(locale, facts, place);
    expect(subject).toContain('ABCD-2345');
    const address = `${place.publicUrl}/settings?tab=support`;
    expect(linksOf(html)).toEqual(new Set([address, `mailto:${place.supportEmail}`]));
    const promise = words.moment(facts.answer_by.toISOString());
    for (const part of [visibleTextOf(html), text]) {
      for (const one of ['ABCD-2345', promise, facts.user_email]) expect(part).toContain(one);
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|support\.[a-y]|!/);
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test('every category and tier has a word of its own', () => {
    const named = [
      supportCategories.map((one) => words.t(`support.categories.${one}`)),
      supportTiers.map((one) => words.t(`support.tiers.${one}`)),
    ];
    for (const names of named) expect(new Set(names).size).toBe(names.length);
  });
});

test('a reply address that is not the account’s is said clearly', async () => {
  const { text } = await request({ user_email: 'other@example.org' });
  expect(text).toContain('адрес для ответа не совпадает с адресом аккаунта');
  expect(text).toContain('other@example.org');
  expect(text).toContain('anna@example.org');
});

test('without a name and a subject nothing is left open', async () => {
  const { subject, text } = await request({ name: '', subject: '' });
  expect(subject).toBe('[ABCD-2345] Тариф и оплата');
  expect(text).not.toMatch(/Имя:|Тема:/);
});

test('nothing that was typed becomes markup, a link or another line of the head', async () => {
  const hostile = `<script>alert(1)</script></pre><a href="https://evil.example">x</a>&{{reference}}$t(layout.brand)\u202E`;
  const { subject, html, text } = await request({
    name: hostile,
    subject: `${hostile}\u2028Bcc: thief@example.org`,
    message: `${hostile}\r\n\u0000\u001b[31mred`,
  });
  expect(html).not.toMatch(/<script|<\/pre>.*<\/pre>|\u202E/s);
  expect(linksOf(html)).toEqual(new Set([`mailto:${place.supportEmail}`]));
  expect(text).toContain(`${hostile.replace('\u202E', '')}\n[31mred`);
  expect(subject).not.toMatch(/[^\P{Cf}]|\p{Cc}/u);
});
