import { locales } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/mail-html.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { deliveryForm } from './delivery-form.ts';
import { deliveryLetter, type LetterFacts } from './delivery-letter.ts';
import { deliveryLink } from './delivery-link.ts';

const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
const link = deliveryLink(place.publicUrl, token);
const letter: LetterFacts = {
  owner_name: 'Maria Ivanova',
  owner_email: 'maria@example.org',
  title: 'Where the keys are: 12.05.2020',
  recipient_name: 'Oleg Berg',
  token,
};

test('a link carries its token where no server sees it', () => {
  expect(deliveryLink('https://zavet.example/', 'abc')).toBe('https://zavet.example/delivery#abc');
});

describe.each(locales)('a delivery in %s', (locale) => {
  const words = mailWords(locale);

  test('is complete', async () => {
    const { subject, html, text } = (await deliveryForm(locale, place)).fill(letter);
    expect(linksOf(html)).toEqual(new Set([link, `mailto:${place.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual([link]);
    expect(html).toContain(`lang="${locale}"`);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
    expect(subject).toContain('Maria Ivanova');
    expect(subject).toContain('Where the keys are: 12.05.2020');
    for (const part of [visibleTextOf(html), text]) {
      const says = [subject, 'Maria Ivanova (maria@example.org)', place.supportEmail];
      const greeting = words.t('layout.greeting_named', { name: 'Oleg Berg' });
      for (const said of [...says, greeting]) expect(part).toContain(said);
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|\bnull\b|protocol\.\w|\.\.|\p{Co}|!/u);
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test('names the writer by the address or as unnamed, and a title that is missing', async () => {
    const form = await deliveryForm(locale, place);
    const nameless = { ...letter, owner_name: '\u200B', title: null };
    expect(form.fill(nameless).subject).toContain('maria@example.org');
    expect(form.fill(nameless).text).toContain(words.t('protocol.untitled'));
    const unknown = { owner_name: null, title: '', recipient_name: null, token };
    expect(form.fill(unknown).text).toContain(words.t('protocol.unnamed'));
  });

  test('names a Russian writer as the subject needs it', async () => {
    const { subject } = (await deliveryForm(locale, place)).fill({
      ...letter,
      owner_name: 'Анна Лаврова',
    });
    expect(subject).toContain(locale === 'ru' ? 'от Анны Лавровой: ' : 'Анна Лаврова');
  });

  test('greets nobody by name where none is known or can be read', async () => {
    const form = await deliveryForm(locale, place);
    for (const recipient_name of [null, '', '\u200B']) {
      expect(form.fill({ ...letter, recipient_name }).text).toContain(words.t('layout.greeting'));
    }
  });
});

test('a filled form is what a rendering of its own would give, whatever was typed', async () => {
  const typed = fc.string({ unit: fc.oneof(fc.constantFrom(...signs), fc.string()) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...locales),
      typed,
      typed,
      typed,
      async (locale, owner_name, title, recipient_name) => {
        const own = { ...letter, owner_name, title, recipient_name, is_renewed: false };
        const form = await deliveryForm(locale, place);
        expect(form.fill(own)).toEqual(await writeMail(deliveryLetter, locale, own, place));
      },
    ),
    { numRuns: 30 },
  );
});

const signs = ['<', '>', '&', '&amp;', '"', "'", '$&', '$1', '{{title}}', '\uE000link\uE001', '\n'];

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'https://evil.example/pay',
  '{{link}} {{person}} $t(layout.brand)',
  "$& $1 $` $' $$",
  '\uE000link\uE001',
  'a\r\nBcc: b@evil.example\u2028c',
  '\u202Eevil\u2066',
  'Я'.repeat(200),
])('nothing in «%s» becomes markup, a link, a value or a second line', async (typed) => {
  const form = await deliveryForm('en', place);
  const { subject, html, text } = form.fill({
    owner_name: typed,
    title: typed,
    recipient_name: typed,
    token,
  });
  expect(html).not.toMatch(/<script|<img/);
  expect(linksOf(html)).toEqual(new Set([link, `mailto:${place.supportEmail}`]));
  expect(text.match(/https?:\/\//g)).toHaveLength(1);
  expect(text).not.toMatch(/@evil|evil\.ex|[\u2028\u202E\u2066]/);
  expect(subject).not.toMatch(/[\r\n\u2028\u202E\u2066]/);
  expect(subject.length).toBeLessThan(150);
  expect(text.split('\n')).toHaveLength(form.fill(letter).text.split('\n').length);
});

test('what looks like a placeholder comes out as it was typed', async () => {
  const title = "{{link}} $& $1 $$ \uE000link\uE001 <b>&amp;</b> 'x'";
  const { html, text } = (await deliveryForm('en', place)).fill({ ...letter, title });
  expect(text).toContain(`“${title}”`);
  expect(visibleTextOf(html)).toContain(`“${title}”`);
});

test('the year that the words promise is the life of a link', () => {
  expect(linkLifetimes.delivery).toBe(365 * 24 * 60 * 60 * 1000);
});

test('a form is made once per language and place', () => {
  expect(deliveryForm('fi', { ...place })).toBe(deliveryForm('fi', place));
  expect(deliveryForm('fi', { ...place, supportEmail: 'x@zavet.example' })).not.toBe(
    deliveryForm('fi', place),
  );
});
