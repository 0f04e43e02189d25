import { type Locale, locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { letterMail } from '../../src/features/protocol/emails/letter-mail.ts';
import { mails } from '../../src/features.ts';
import { type MailWords, mailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { writeMail } from '../../src/platform/mail/templates/write-mail.tsx';
import { renderedLocales } from '../long-proofs.ts';
import { siteInfo } from '../mail-examples/mail-example.ts';
import { mailExamples } from '../mail-examples.ts';
import { linksOf, visibleTextOf } from '../rendered-text.ts';

/** Caches rendered mails for all tests, because rendering is slow. */
const cacheByLocale = <T>(write: (locale: Locale) => T) => {
  const cached = new Map<Locale, T>();
  return (locale: Locale): T => {
    const mail = cached.get(locale) ?? write(locale);
    cached.set(locale, mail);
    return mail;
  };
};

const allExamples = [...mails, letterMail].flatMap((mail) =>
  (mailExamples[mail.name] ?? []).map((example, index) => ({
    name: `${mail.name} (${index + 1})`,
    // The examples are listed by mail name, so the input fits; the types cannot express this.
    say: (words: MailWords) => mail.text(words, example.facts as never, siteInfo),
    write: cacheByLocale((locale) => writeMail(mail, locale, example.facts as never, siteInfo)),
    ...example,
  })),
);

/** Locales group thousands with a comma, a dot or a space. */
const normalizeNumbers = (text: string) => text.replaceAll(/(?<=\d)[\s.,](?=\d{3})/g, ' ');
/** Unfilled placeholders, untranslated keys and other leftovers. */
const leftoverPattern =
  /\{\{|\}\}|\$t\(|undefined|\bnull\b|\bNaN\b|\.\.|\p{Co}|(account|contacts|plans|protocol|check_ins|data_export|documents|layout)\.\w|support\.[a-y]/u;

test('every mail has an example and a unique name', () => {
  const names = [...mails, letterMail].map(({ name }) => name);
  expect(Object.keys(mailExamples).sort()).toEqual([...names].sort());
  expect(new Set(names).size).toBe(names.length);
});

describe.each(renderedLocales)('in %s', (locale) => {
  const words = mailWords(locale);

  test.each(allExamples)(
    '$name is complete and contains no images or scripts',
    async ({ write, links, contains, greets }) => {
      const { subject, html, text } = await write(locale);
      const addresses = links.map((path) => siteInfo.publicUrl + path);
      expect(linksOf(html)).toEqual(new Set([...addresses, `mailto:${siteInfo.supportEmail}`]));
      expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(addresses);
      expect(html).toContain(`lang="${locale}"`);
      expect(subject).toMatch(/^\S.{5,90}\S$/u);
      const expectedTexts = [subject, ...addresses, ...(contains?.(words) ?? [])];
      const greeting = greets
        ? words.t('layout.greeting_named', { name: greets })
        : words.t('layout.greeting');
      const required = [...expectedTexts, greeting, siteInfo.supportEmail].map(normalizeNumbers);
      for (const part of [visibleTextOf(html), text]) {
        const found = normalizeNumbers(part);
        expect(required.filter((one) => !found.includes(one))).toEqual([]);
        expect(part).not.toMatch(leftoverPattern);
        expect(part).not.toContain('!');
        expect(/\p{Script=Cyrillic}/u.test(part)).toBe(locale === 'ru');
      }
      expect(html).not.toMatch(/<(img|script|link|iframe|object|form)\b|\bsrc=|url\(|@import/i);
    },
  );
});

/** Structure and addresses of a mail without its text. */
const structureOf = (value: unknown): unknown => {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(structureOf);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([name, part]) => [
    name,
    name === 'href' ? part : structureOf(part),
  ]);
  return Object.fromEntries(known);
};
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);

test.each(allExamples)(
  '$name has the same structure in every locale, with all placeholders filled',
  ({ say, contains }) => {
    const parts = structureOf(say(mailWords('ru')));
    for (const locale of locales) {
      const words = mailWords(locale);
      const mail = say(words);
      expect(structureOf(mail), locale).toEqual(parts);
      expect(mail.subject).toMatch(/^\S.{5,90}\S$/u);
      const text = normalizeNumbers(textsOf(mail).join('\n'));
      expect(
        (contains?.(words) ?? []).filter((one) => !text.includes(normalizeNumbers(one))),
      ).toEqual([]);
      expect(text).not.toMatch(leftoverPattern);
      expect(text).not.toContain('!');
      expect(/\p{Script=Cyrillic}/u.test(text)).toBe(locale === 'ru');
    }
  },
);

/** The input of examples is untyped, so a misspelled field would go unnoticed. */
test.each([...mails, letterMail].map((mail) => ({ name: mail.name, mail })))(
  '$name uses every fact of its examples',
  ({ name, mail }) => {
    const used = new Set<PropertyKey>();
    const get = (facts: object, fact: PropertyKey) => {
      used.add(fact);
      return Reflect.get(facts, fact);
    };
    const examples = mailExamples[name] ?? [];
    for (const { facts } of examples) {
      mail.text(mailWords('ru'), new Proxy(facts, { get }) as never, siteInfo);
    }
    const given = new Set(examples.flatMap(({ facts }) => Object.keys(facts)));
    expect([...given].filter((fact) => !used.has(fact))).toEqual([]);
  },
);

test('every mail has a different subject in every locale', () => {
  for (const { name, say } of allExamples) {
    const subjects = locales.map((locale) => say(mailWords(locale)).subject);
    expect(new Set(subjects).size, name).toBe(locales.length);
  }
});

// All mails without such a link are answers, warnings or promised notices, which must arrive.
test('only recurring mails that can be turned off have an unsubscribe link, to a page they also link to', () => {
  const unsubscribable = [...mails, letterMail].filter(
    ({ unsubscribeUrl }) => unsubscribeUrl !== undefined,
  );
  expect(unsubscribable.map(({ name }) => name)).toEqual(['contact_reconfirmation', 'check_in']);
  for (const { name, unsubscribeUrl } of unsubscribable) {
    for (const { facts, links } of mailExamples[name] ?? []) {
      const paths = links.map((path) => siteInfo.publicUrl + path);
      expect(paths).toContain(unsubscribeUrl?.(facts as never, siteInfo));
    }
  }
});
