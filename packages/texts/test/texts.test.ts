import { priceEditions } from '@zavet/contract/billing/plan-catalogue';
import { type Locale, locales } from '@zavet/contract/locales';
import { priceFigures, textFigures } from '@zavet/contract/text-figures';
import { describe, expect, test } from 'vitest';
import {
  editionsOf,
  type Faq,
  figuresOf,
  filesIn,
  passagesOf,
  readText,
  shapeOf,
  textPaths,
  translations,
} from './text-files.ts';

const forbidden: Record<Locale, RegExp[]> = {
  ru: [/государственн\S+ тайн/i, /порнограф/i, /насили/i],
  en: [/state secret/i, /pornograph/i, /violence/i],
  fr: [/secrets d’État/i, /pornograph/i, /violence/i],
  sv: [/statshemlig/i, /pornograf/i, /våld/i],
  fi: [/valtiosalaisu/i, /pornogra/i, /väkival/i],
  pt: [/segredos? de Estado/i, /pornográf/i, /violência/i],
};

describe.each(locales)('the questions in %s', (language) => {
  const { groups } = readText<Faq>('faq/', language);
  const questions = groups.flatMap((group) => group.questions);

  test('are forty-five, each a question with an answer', () => {
    expect(questions).toHaveLength(45);
    expect(questions.filter(({ question }) => !question.endsWith('?'))).toEqual([]);
    expect(questions.filter(({ answer }) => answer.length === 0)).toEqual([]);
  });

  test('are asked once', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  });

  test('can be linked to, like their groups', () => {
    const ids = [...groups, ...questions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // `content` and `root` are names that the page itself uses.
    expect(
      ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id) || /^(content|root)$/.test(id)),
    ).toEqual([]);
  });

  test.each(forbidden[language])('name as forbidden what fits %s', (words) => {
    const answers = questions.map(({ answer }) => answer.join(' '));
    expect(answers.filter((answer) => words.test(answer))).not.toEqual([]);
  });
});

test.each(editionsOf('terms_of_use'))('%s forbids what the questions name as forbidden', (path) => {
  for (const language of locales) {
    const text = passagesOf(readText(path, language)).map((passage) => passage.text);
    for (const words of forbidden[language]) expect(text.join(' ')).toMatch(words);
  }
});

const facts = ['operator', 'supportEmail', 'siteAddress', 'trustedPersons'];

/** Filled in the words of a fact, and nowhere else. */
const inFacts = ['trustedContacts'];

const known = new Set(
  Object.keys({ ...textFigures, ...priceFigures(priceEditions[0]) }).concat(facts),
);

/** The only digits that are written out: laws are called by them. */
const laws = /152-(ФЗ|FZ)|437/g;

test('there is a text for every edition and language, and no other', () => {
  const wanted = textPaths.flatMap((path) => locales.map((language) => `${path}${language}.json`));
  const found = ['documents', 'faq', 'facts'].flatMap(filesIn);
  expect(found.sort()).toEqual(wanted.sort());
});

describe.each(textPaths)('%s', (path) => {
  test.each(translations)(
    'has the structure, ids and figures of the original in %s',
    (language) => {
      expect(shapeOf(readText(path, language))).toEqual(shapeOf(readText(path, 'ru')));
    },
  );

  test.each(translations)('has no Cyrillic in %s', (language) => {
    const cyrillic = passagesOf(readText(path, language)).filter(({ text }) =>
      /\p{Script=Cyrillic}/u.test(text),
    );
    expect(cyrillic).toEqual([]);
  });

  describe.each(locales)('in %s', (language) => {
    const passages = () => passagesOf(readText(path, language));

    test('says something everywhere, in plain words without markup', () => {
      const wrong = passages().filter(
        ({ text }) => text.trim() !== text || !text || /[<>]/.test(text),
      );
      expect(wrong).toEqual([]);
    });

    test('names only figures that exist', () => {
      const unknown = passages().flatMap(({ place, text }) =>
        figuresOf(text)
          .filter((name) => !known.has(name) && !(path === 'facts/' && inFacts.includes(name)))
          .map((name) => `${place}: ${name}`),
      );
      expect(unknown).toEqual([]);
    });

    test('writes no figure out', () => {
      const literal = passages().filter(({ text }) =>
        /[\p{Nd}{}]/u.test(text.replaceAll(/\{\{\w+\}\}/g, '').replaceAll(laws, '')),
      );
      expect(literal).toEqual([]);
    });
  });
});
