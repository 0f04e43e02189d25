import { supportCategories, supportTiers } from '@zavet/contract/desk/support-values';
import { locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { siteInfo } from '../../../../test/mail-examples/mail-example.ts';
import { supportFacts } from '../../../../test/mail-examples/service.ts';
import { linksOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { supportRequest } from './support-mails.ts';

const request = (change: object = {}) =>
  writeMail(supportRequest, 'ru', { ...supportFacts, ...change }, siteInfo);

test.each(locales)('category and tier names are unique in %s', (locale) => {
  const words = mailWords(locale);
  const lists = [
    supportCategories.map((one) => words.t(`support.categories.${one}`)),
    supportTiers.map((one) => words.t(`support.tiers.${one}`)),
  ];
  for (const names of lists) expect(new Set(names).size).toBe(names.length);
});

test('a request with the address of the account has no warning', async () => {
  const { text } = await request();
  expect(text).not.toContain(mailWords('ru').t('support.request.address_differs'));
});

test('a request with another address contains a warning', async () => {
  const { text } = await request({ user_email: 'other@example.org' });
  expect(text).toContain('адрес для ответа не совпадает с адресом аккаунта');
  expect(text).toContain('other@example.org');
  expect(text).toContain('anna@example.org');
});

test('a request without name and subject has no empty lines for them', async () => {
  const { subject, text } = await request({ name: '', subject: '' });
  expect(subject).toBe('[ABCD-2345] Тариф и оплата');
  expect(text).not.toMatch(/Имя:|Тема:/);
});

test('typed texts become neither markup, links nor mail headers', async () => {
  const hostile = `<script>alert(1)</script></pre><a href="https://evil.example">x</a>&{{reference}}$t(layout.brand)\u202E`;
  const { subject, html, text } = await request({
    name: hostile,
    subject: `${hostile}\u2028Bcc: thief@example.org`,
    message: `${hostile}\r\n\u0000\u001b[31mred`,
  });
  expect(html).not.toMatch(/<script|<\/pre>.*<\/pre>|\u202E/s);
  expect(linksOf(html)).toEqual(new Set([`mailto:${siteInfo.supportEmail}`]));
  expect(text).toContain(`${hostile.replace('\u202E', '')}\n[31mred`);
  expect(subject).not.toMatch(/[^\P{Cf}]|\p{Cc}/u);
});
