import { supportCategories, supportTiers } from '@zavet/contract/desk/support-values';
import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { place } from '../../../../test/mail-examples/mail-example.ts';
import { supportFacts } from '../../../../test/mail-examples/service.ts';
import { linksOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { supportRequest } from './support-mails.ts';

const request = (change: object = {}) =>
  writeMail(supportRequest, 'ru', { ...supportFacts, ...change }, place);

test.each(locales)('every category and tier has a word of its own in %s', (locale) => {
  const words = mailWords(locale);
  const named = [
    supportCategories.map((one) => words.t(`support.categories.${one}`)),
    supportTiers.map((one) => words.t(`support.tiers.${one}`)),
  ];
  for (const names of named) expect(new Set(names).size).toBe(names.length);
});

test('a request without a difference of addresses does not speak of one', async () => {
  const { text } = await request();
  expect(text).not.toContain(mailWords('ru').t('support.request.address_differs'));
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
