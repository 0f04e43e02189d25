import { type Locale, locales } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksOf, visibleTextOf } from '../../../../test/rendered-text.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { writeMail } from '../../../platform/mail/templates/write-mail.tsx';
import { deliveryLink, type LetterFacts, letterMail } from './letter-mail.ts';
import { getLetterMailTemplate } from './letter-mail-template.ts';

const site = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
const link = deliveryLink(site.publicUrl, token);
const letter: LetterFacts = {
  owner_name: 'Maria Ivanova',
  owner_email: 'maria@example.org',
  titles: ['Where the keys are: 12.05.2020'],
  letter_count: 1,
  recipient_name: 'Oleg Berg',
  started_by: { name: 'Anna Lind' },
  token,
};
const several: LetterFacts = {
  ...letter,
  titles: ['Where the keys are: 12.05.2020', null, 'For your birthday'],
  letter_count: 3,
};
const fill = async (locale: Locale, facts: LetterFacts) =>
  (await getLetterMailTemplate(locale, site, facts)).fill(facts);

test('a link has its token in the fragment', () => {
  expect(deliveryLink('https://zavet.example/', 'abc')).toBe('https://zavet.example/delivery#abc');
});

describe.each(locales)('the letter mail in %s', (locale) => {
  const words = mailWords(locale);

  test('is complete', async () => {
    const { subject, html, text } = await fill(locale, letter);
    expect(linksOf(html)).toEqual(new Set([link, `mailto:${site.supportEmail}`]));
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual([link]);
    expect(html).toContain(`lang="${locale}"`);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
    expect(subject).toContain('Maria Ivanova');
    expect(subject).not.toContain('keys');
    for (const part of [visibleTextOf(html), text]) {
      const parts = [subject, 'Maria Ivanova (maria@example.org)', site.supportEmail, 'Anna Lind'];
      const greeting = words.t('layout.greeting_named', { name: 'Oleg Berg' });
      for (const one of [...parts, greeting]) expect(part).toContain(one);
      expect(part).not.toMatch(/\{\{|\}\}|\$t\(|undefined|\bnull\b|protocol\.\w|\.\.|\p{Co}|!/u);
      expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
    }
  });

  test('names the writer by address or as unnamed, and untitled letters', async () => {
    const nameless = await fill(locale, { ...letter, owner_name: '\u200B', titles: [null] });
    expect(nameless.subject).toContain('maria@example.org');
    expect(nameless.text).toContain(words.t('protocol.untitled'));
    const { owner_email: _, ...rest } = letter;
    const unknown = await fill(locale, { ...rest, owner_name: null, titles: [''] });
    expect(unknown.text).toContain(words.t('protocol.unnamed'));
  });

  test('declines a Russian name in the subject', async () => {
    const owner_name = 'Анна Лаврова';
    const { subject } = await fill(locale, { ...letter, owner_name });
    expect(subject).toContain(locale === 'ru' ? 'от Анны Лавровой' : owner_name);
    const many = await fill(locale, { ...several, owner_name });
    expect(many.subject).toContain(locale === 'ru' ? 'от Анны Лавровой' : owner_name);
  });

  test('greets without a name if it is unknown or invisible', async () => {
    for (const recipient_name of [null, '', '\u200B']) {
      const { text } = await fill(locale, { ...letter, recipient_name });
      expect(text).toContain(words.t('layout.greeting'));
    }
  });

  test('counts several letters in the subject and lists their titles', async () => {
    const { subject, html, text } = await fill(locale, several);
    expect(subject).toMatch(/^[^\d]*3 /);
    expect(subject).toContain('Maria Ivanova');
    const listed = [
      'Where the keys are: 12.05.2020',
      words.t('protocol.untitled'),
      'For your birthday',
    ];
    for (const title of listed) {
      expect(text.split('\n').filter((line) => line.trim().endsWith(title))).toHaveLength(1);
      expect(html).toContain(`>${title}</li>`);
    }
    expect(linksOf(html)).toEqual(new Set([link, `mailto:${site.supportEmail}`]));
  });

  test('counts the letters that it does not list', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Letter no ${index}`);
    const { subject, text } = await fill(locale, { ...letter, titles, letter_count: 251 });
    expect(subject).toContain('251');
    expect(text.match(/Letter no/g)).toHaveLength(30);
    expect(text).toContain(words.t('protocol.more_letters', { count: 221 }));
  });

  test('names the starter, except to the starter and if unknown', async () => {
    const address = 'zavet.example/welcome';
    const asked = words.t('protocol.delivery.ask', { person: 'Anna Lind', address });
    expect((await fill(locale, several)).text).toContain(asked);
    const own = (await fill(locale, { ...letter, started_by: 'reader' })).text;
    expect(own).toContain(words.t('protocol.delivery.started_by_you'));
    expect(own).not.toContain(words.t('protocol.delivery.why'));
    expect(own).not.toContain(address);
    for (const started_by of [null, { name: '\u200B' }]) {
      const { text } = await fill(locale, { ...letter, started_by });
      expect(text).toContain(words.t('protocol.delivery.ask_support', { address }));
    }
  });
});

test('a filled template equals a rendered mail for any input', async () => {
  const typed = fc.string({ unit: fc.oneof(fc.constantFrom(...signs), fc.string()) });
  const facts = fc.record({
    owner_name: typed,
    recipient_name: typed,
    titles: fc.array(fc.option(typed), { minLength: 1, maxLength: 4 }),
    more: fc.constantFrom(0, 1, 21),
    started_by: fc.oneof(
      fc.constant('reader' as const),
      fc.constant(null),
      fc.record({ name: typed }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...locales), facts, async (locale, { more, ...named }) => {
      const own = { ...letter, ...named, letter_count: named.titles.length + more };
      const rendered = { ...own, is_renewed: false };
      expect(await fill(locale, own)).toEqual(await writeMail(letterMail, locale, rendered, site));
    }),
    { numRuns: 40 },
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
])('escapes «%s»', async (typed) => {
  const own = { ...several, owner_name: typed, recipient_name: typed, started_by: { name: typed } };
  const { owner_email: _, ...hostile } = { ...own, titles: [typed, typed, typed] };
  const { subject, html, text } = await fill('en', hostile);
  expect(html).not.toMatch(/<script|<img/);
  expect(linksOf(html)).toEqual(new Set([link, `mailto:${site.supportEmail}`]));
  expect(text.match(/https?:\/\//g)).toHaveLength(1);
  expect(text).not.toMatch(/@evil|evil\.ex|[\u2028\u202E\u2066]/);
  expect(subject).not.toMatch(/[\r\n\u2028\u202E\u2066]/);
  expect(subject.length).toBeLessThan(150);
  const usual = await fill('en', several);
  expect(text.split('\n')).toHaveLength(usual.text.split('\n').length);
});

test('keeps text that looks like a placeholder', async () => {
  const title = "{{link}} $& $1 $$ \uE000link\uE001 <b>&amp;</b> 'x'";
  const { html, text } = await fill('en', { ...letter, titles: [title] });
  expect(text).toContain(`“${title}”`);
  expect(visibleTextOf(html)).toContain(`“${title}”`);
});

test('links are valid for the year that the texts promise', () => {
  expect(linkLifetimes.delivery).toBe(365 * 24 * 60 * 60 * 1000);
});

test('templates are cached by language, site and kind of letter', () => {
  const form = (facts: LetterFacts, supportEmail = site.supportEmail) =>
    getLetterMailTemplate('fi', { ...site, supportEmail }, facts);
  expect(form({ ...letter, titles: ['Another'] })).toBe(form(letter));
  expect(form(letter, 'x@zavet.example')).not.toBe(form(letter));
  expect(form(several)).not.toBe(form(letter));
});
