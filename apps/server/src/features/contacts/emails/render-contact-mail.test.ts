import { type Locale, locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import type { ContactMailFacts, ContactMailKind } from './contact-mail.ts';
import { contactMailKinds, renderContactMail } from './render-contact-mail.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
const code = 'K7QX2M';
const invitation = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org', code, token };
const answer = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };

interface Example {
  kind: ContactMailKind;
  facts: ContactMailFacts[ContactMailKind];
  links: string[];
  says: string[];
}

const examples: Example[] = [
  {
    kind: 'contact_invitation',
    facts: invitation,
    links: [`/invitation#token=${token}`],
    says: ['Maria Ivanova (maria@example.org)', code, '30'],
  },
  {
    kind: 'contact_accepted',
    facts: answer,
    links: ['/contact'],
    says: ['Boris Berg (boris@example.org)'],
  },
  {
    kind: 'contact_declined',
    facts: answer,
    links: ['/contact'],
    says: ['Boris Berg (boris@example.org)'],
  },
  {
    kind: 'contact_moved',
    facts: answer,
    links: ['/forgot-password'],
    says: ['Boris Berg (boris@example.org)'],
  },
  {
    kind: 'contact_removed',
    facts: answer,
    links: ['/forgot-password'],
    says: ['Boris Berg (boris@example.org)'],
  },
  {
    kind: 'contact_released',
    facts: { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' },
    links: [],
    says: ['Maria Ivanova (maria@example.org)'],
  },
];

test('every mail has an example here', () => {
  expect(examples.map(({ kind }) => kind)).toEqual(contactMailKinds);
});

describe.each(locales)('in %s', (locale) => {
  test.each(examples)('$kind is complete', async ({ kind, facts, links, says }) => {
    const { subject, html, text } = await renderContactMail(kind, locale, facts, place);
    const addresses = links.map((path) => place.publicUrl + path);
    expect(linksOf(html)).toEqual(new Set([...addresses, `mailto:${place.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(addresses);
    expect(html).toContain(`lang="${locale}"`);
    expect(subject).toMatch(/^\S.{10,90}\S$/u);
    for (const part of [visibleTextOf(html), text]) {
      for (const words of [subject, ...says, mailWords(locale).t('layout.greeting')]) {
        expect(part).toContain(words);
      }
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|\bnull\b|contacts\.\w/);
      expect(part).not.toContain('!');
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test.each(examples)('$kind loads nothing and runs nothing', async ({ kind, facts }) => {
    const { html } = await renderContactMail(kind, locale, facts, place);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
  });

  test('an invitation shows the code alone on a line, so that it can be copied', async () => {
    const { text } = await renderContactMail('contact_invitation', locale, invitation, place);
    expect(text.split('\n')).toContain(code);
  });
});

test('every mail reads differently in every language', async () => {
  for (const { kind, facts } of examples) {
    const mails = await Promise.all(
      locales.map((locale) => renderContactMail(kind, locale, facts, place)),
    );
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(locales.length);
  }
});

test('an owner without a name is named by the address', async () => {
  for (const owner_name of [null, '', '\u200B']) {
    const facts = { ...invitation, owner_name };
    const { subject, text } = await renderContactMail('contact_invitation', 'en', facts, place);
    expect(subject).toBe('maria@example.org asks you to be a trusted person');
    expect(text).toContain('maria@example.org asks you');
  }
});

test.each(['ru', 'en'] as const)('nothing in a name becomes markup or a link in %s', hostileName);

async function hostileName(locale: Locale): Promise<void> {
  const name = `<img src=x onerror=alert(1)>"'&{{code}}$t(layout.brand)<b>evil</b>\r\nBcc: x@evil.example https://evil.example ${'\u202E'.repeat(5)}`;
  const facts = { ...invitation, owner_name: name };
  const { subject, html, text } = await renderContactMail(
    'contact_invitation',
    locale,
    facts,
    place,
  );
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(linksOf(html)).toEqual(
    new Set([`https://zavet.example/invitation#token=${token}`, `mailto:${place.supportEmail}`]),
  );
  expect(text.match(/https?:\/\//g)).toHaveLength(1);
  expect(subject).not.toMatch(/[\r\n\u202E]/);
  expect(subject.length).toBeLessThan(100);
}

test('a very long name leaves the subject short and the meaning in sight', async () => {
  const facts = { ...invitation, owner_name: 'Я'.repeat(200) };
  const { subject } = await renderContactMail('contact_invitation', 'ru', facts, place);
  expect(subject).toBe(`${'Я'.repeat(40)}… просит вас быть доверенным лицом`);
});
