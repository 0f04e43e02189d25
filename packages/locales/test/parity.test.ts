import { errorStatuses, fieldErrorCodes } from '@zavet/contract/errors';
import { auditActors, ownerActs, serviceActs } from '@zavet/contract/identity/audit-values';
import { defaultLocale, type Locale, locales } from '@zavet/contract/locales';
import { describe, expect, test } from 'vitest';
import { isDeskSubject, languageOfTexts } from '../src/translate.ts';
import {
  formsOf,
  lettersOf,
  placeholdersOf,
  pluralKeysOf,
  subjectsOf,
  type Texts,
  textsOf,
} from './catalogue.ts';

const ownNames: Record<Locale, string> = {
  ru: 'Русский',
  en: 'English',
  fr: 'Français',
  sv: 'Svenska',
  fi: 'Suomi',
  pt: 'Português',
};

/** Words that may be equal in English and other languages; keep these lists short. */
const mailServices = ['Yandex', 'Mail.ru', 'Gmail', 'Outlook'];

const sameInEveryLanguage = ['Zavet', ...mailServices, ...Object.values(ownNames)];

const sameAsInEnglish: Partial<Record<Locale, readonly string[]>> = {
  fr: [
    'Messages',
    'Instruction',
    'Instructions',
    'Documents',
    'Port',
    'Protection',
    'Service',
    'Page {{number}}',
    '{{number}} instruction',
    '{{number}} instructions',
  ],
  sv: ['Support', 'Yandex Browser', 'Port', 'Server'],
  pt: ['Spam'],
};

const catalogue = new Map<Locale, Texts>(locales.map((locale) => [locale, textsOf(locale)]));

const pluralKeys = new Set([...catalogue.values()].flatMap(pluralKeysOf));

const textsIn = (locale: Locale): Texts => catalogue.get(locale) ?? new Map();

const formsIn = (locale: Locale) => formsOf(textsIn(locale), pluralKeys);

/** The desk is translated into two languages only. */
const isTranslatedIn = (locale: Locale) => (key: string) => {
  const subject = key.replace(/\..*/, '');
  return languageOfTexts(subject, locale) === locale;
};

test('only desk texts exist in fewer languages', () => {
  const partial = subjectsOf(defaultLocale).filter((subject) =>
    locales.some((locale) => !isTranslatedIn(locale)(subject)),
  );
  expect(partial).toEqual(subjectsOf(defaultLocale).filter(isDeskSubject));
  expect(locales.filter((locale) => isTranslatedIn(locale)('desk'))).toEqual(['ru', 'en']);
  expect(isDeskSubject('desktop')).toBe(false);
});

test('texts are loaded', () => {
  expect(textsIn(defaultLocale).size).toBeGreaterThan(100);
});

describe.each(locales)('%s', (locale) => {
  test('has every subject', () => {
    const all = new Set(locales.flatMap(subjectsOf));
    expect(subjectsOf(locale)).toEqual([...all].filter(isTranslatedIn(locale)).sort());
  });

  test('has exactly the keys of the default locale', () => {
    const [actual, expected] = [formsIn(locale), formsIn(defaultLocale)];
    const missing = [...expected.keys()]
      .filter(isTranslatedIn(locale))
      .filter((key) => !actual.has(key));
    const superfluous = [...actual.keys()].filter((key) => !expected.has(key));
    expect({ missing, superfluous }).toEqual({ missing: [], superfluous: [] });
  });

  test('has exactly the plural forms of its language', () => {
    const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    const wrong = [...formsIn(locale)]
      .filter(([key]) => pluralKeys.has(key))
      .filter(([, forms]) => Object.keys(forms).sort().join() !== needed.join())
      .map(([key, forms]) => `${key}: ${Object.keys(forms).sort()} instead of ${needed}`);
    expect(wrong).toEqual([]);
  });

  test('has the placeholders and tags of the default locale', () => {
    const expected = formsIn(defaultLocale);
    const wrong = [...formsIn(locale)]
      .map(([key, forms]) => ({
        key,
        has: placeholdersOf(forms).join(' '),
        expected: placeholdersOf(expected.get(key) ?? {}).join(' '),
      }))
      .filter(({ has, expected }) => has !== expected);
    expect(wrong).toEqual([]);
  });

  test('has no empty text', () => {
    const empty = [...textsIn(locale)].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  test('contains its own name', () => {
    const lowerCased = [...textsIn(locale).values()].map((text) => text.toLowerCase());
    expect(lowerCased).toContain(ownNames[locale].toLowerCase());
  });

  test('has texts for all acts and actors that owners can see', () => {
    const keys = [
      ...ownerActs.map((act) => `audit.acts.${act}`),
      ...auditActors.map((actor) => `audit.actors.${actor}`),
    ];
    const forms = formsIn(locale);
    expect(keys.filter((key) => !forms.has(key))).toEqual([]);
  });

  test('has one text for every error, and texts for field errors', () => {
    const forms = formsIn(locale);
    const subjectsWith = (code: string) =>
      ['errors', 'refusals'].filter((subject) => forms.has(`${subject}.${code}`));
    const codes = Object.keys(errorStatuses);
    expect(codes.filter((code) => subjectsWith(code).length !== 1)).toEqual([]);
    const fields = fieldErrorCodes.map((code) => `refusals.fields.${code}`);
    expect(fields.filter((code) => !forms.has(code))).toEqual([]);
  });
});

test.each(['ru', 'en'] as const)('the desk has texts in %s for its own acts', (locale) => {
  const keys = serviceActs.map((act) => `desk-audit.acts.${act}`);
  const forms = formsIn(locale);
  expect(keys.filter((key) => !forms.has(key))).toEqual([]);
});

describe.each(locales.filter((locale) => locale !== 'ru'))('%s', (locale) => {
  test('contains no Cyrillic except the name of the Russian language', () => {
    const cyrillic = [...textsIn(locale)].filter(
      ([, text]) => /\p{Script=Cyrillic}/u.test(text) && text !== ownNames.ru,
    );
    expect(cyrillic).toEqual([]);
  });
});

describe.each(locales.filter((locale) => locale !== 'ru' && locale !== 'en'))('%s', (locale) => {
  test('is translated, not copied from English', () => {
    const english = textsIn('en');
    const allowed = new Set([...sameInEveryLanguage, ...(sameAsInEnglish[locale] ?? [])]);
    const copied = [...textsIn(locale)].filter(
      ([key, text]) =>
        text === english.get(key) && lettersOf(text).length >= 4 && !allowed.has(text),
    );
    expect(copied).toEqual([]);
  });
});

test('no subject or preheader of a mail contains the title of a letter', () => {
  for (const locale of locales) {
    const named = [...textsIn(locale)].filter(
      ([key, text]) =>
        /^mails\..*\.(?:subject|preheader)(?:_\w+)?$/.test(key) && /\{\{\s*-?\s*title/.test(text),
    );
    expect(named).toEqual([]);
  }
});

test('recognises plural forms by their siblings', () => {
  const texts = new Map([
    ['files.count_one', '{{count}} file'],
    ['files.count_other', '{{count}} files'],
    ['category_other', 'Other'],
  ]);
  const pluralKeys = new Set(pluralKeysOf(texts));
  expect([...pluralKeys]).toEqual(['files.count']);
  expect(Object.fromEntries(formsOf(texts, pluralKeys))).toEqual({
    'files.count': { one: '{{count}} file', other: '{{count}} files' },
    category_other: { '': 'Other' },
  });
});

test('finds placeholders, references and tags in all forms of a text', () => {
  const forms = {
    one: 'One <link>file</link>',
    other: '{{count, number}} of {{- name}}, $t(more)',
  };
  expect(placeholdersOf(forms)).toEqual(['$t(more)', '</link>', '<link>', '{{count}}', '{{name}}']);
});

test('counts only translated letters', () => {
  expect(lettersOf('{{name}} · <b>PIN</b> 24')).toBe('PIN');
});
