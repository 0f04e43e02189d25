import { type Locale, locales } from '@zavet/contract/locales';
import { expect, test } from 'vitest';
import { siteInfo, token } from '../../../../test/mail-examples/mail-example.ts';
import { linksOf } from '../../../../test/rendered-text.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { contactInvitation } from './invitation-mails.ts';

const code = 'K7QX2M';
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const invitation = {
  ...owner,
  ...{ contact_name: 'Boris Berg', note: '', activation_price: 7000 },
  ...{ code, token, invited_at: new Date('2026-11-15') },
};

test.each(locales)('an invitation in %s shows the code on a line of its own', async (locale) => {
  const { text } = await writeMail(contactInvitation, locale, invitation, siteInfo);
  expect(text.split('\n')).toContain(code);
});

test('an invitation names an owner without a name by address', async () => {
  for (const owner_name of [null, '', '\u200B']) {
    const facts = { ...invitation, owner_name };
    const { subject, text } = await writeMail(contactInvitation, 'en', facts, siteInfo);
    expect(subject).toBe('maria@example.org asks you to be a trusted person');
    expect(text).toContain('maria@example.org asks you');
  }
});

test.each(['ru', 'en'] as const)(
  'names and notes in %s never become markup or links',
  checkEscaping,
);

async function checkEscaping(locale: Locale): Promise<void> {
  const name = `<img src=x onerror=alert(1)>"'&{{code}}$t(layout.brand)<b>evil</b>\r\nBcc: x@evil.example https://evil.example ${'\u202E'.repeat(5)}`;
  const facts = { ...invitation, owner_name: name, contact_name: name, note: name };
  const { subject, html, text } = await writeMail(contactInvitation, locale, facts, siteInfo);
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(linksOf(html)).toEqual(
    new Set([`https://zavet.example/invitation#token=${token}`, `mailto:${siteInfo.supportEmail}`]),
  );
  expect(text.match(/https?:\/\//g)).toHaveLength(1);
  expect(subject).not.toMatch(/[\r\n\u202E]/);
  expect(subject.length).toBeLessThan(100);
}

test('a very long name is truncated in the subject', async () => {
  const facts = { ...invitation, owner_name: 'Я'.repeat(200) };
  const { subject } = await writeMail(contactInvitation, 'ru', facts, siteInfo);
  expect(subject).toBe(`${'Я'.repeat(40)}… просит вас быть доверенным лицом`);
});
