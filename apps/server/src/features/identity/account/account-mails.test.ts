import { expect, it, test } from 'vitest';
import { siteInfo, token } from '../../../../test/mail-examples/mail-example.ts';
import { linksOf } from '../../../../test/rendered-text.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { maskEmail, networkOf } from './account-mail-parts.ts';
import { emailChanged } from './email-change/email-change-mails.ts';
import { recoverPassword } from './passwords/password-mails.ts';

it.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:*'],
  ['2001:db8::1', '2001:db8:0:*'],
  ['::1', '0:0:0:*'],
  ['::FFFF:203.0.113.77', '203.0.113.*'],
  ['::ffff:cb00:714d', '0:0:0:*'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0:*'],
  ['1::2:3:4:5:6:7', '1:0:2:*'],
  ['1::2:3:4:5:6:7:8', '1:2:3:*'],
  ['203.0.113.77.5', null],
  ['x203.0.113.77', null],
  ['203.0.113.77x', null],
  [null, null],
  ['', null],
  ['unknown', null],
])('masks the host part of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['anna@example.org', 'a***@example.org'],
  ['a@example.org', 'a***@example.org'],
  ['анна@пример.рф', 'а***@пример.рф'],
  ['🌿leaf@example.org', '🌿***@example.org'],
  ['"a@b"@example.org', '"***@example.org'],
  ['no address', '***'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

const new_email = 'anna@example.org';

test('user input becomes neither markup nor a link', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'&{{moment}}$t(layout.brand)@<b>evil</b>.example`;
  for (const stage of ['requested', 'confirmed'] as const) {
    const facts = { stage, new_email: hostile, token: '"><script>alert(1)</script>&type=x#' };
    const { html, text } = await writeMail(emailChanged, 'ru', facts, siteInfo);
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

test('the old address receives only the masked new address', async () => {
  for (const stage of ['requested', 'confirmed'] as const) {
    const { html, text } = await writeMail(
      emailChanged,
      'ru',
      { stage, new_email, token },
      siteInfo,
    );
    expect(html + text).not.toContain(new_email);
  }
});

test('links work with a public URL with a path and a trailing slash', async () => {
  const elsewhere = { ...siteInfo, publicUrl: 'https://example.org/zavet/' };
  const { text } = await writeMail(recoverPassword, 'en', { cause: 'requested', token }, elsewhere);
  expect(text).toContain(`https://example.org/zavet/update-password#type=recovery&token=${token}`);
});
