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

describe.each(locales)('questions in %s', (language) => {
  const { groups } = readText<Faq>('faq/', language);
  const questions = groups.flatMap((group) => group.questions);

  test('are forty-five, each with an answer', () => {
    expect(questions).toHaveLength(45);
    expect(questions.filter(({ question }) => !question.endsWith('?'))).toEqual([]);
    expect(questions.filter(({ answer }) => answer.length === 0)).toEqual([]);
  });

  test('are unique', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  });

  test('have unique ids for links, like their groups', () => {
    const ids = [...groups, ...questions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // The ids `content` and `root` are used by the page itself.
    expect(
      ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id) || /^(content|root)$/.test(id)),
    ).toEqual([]);
  });

  test.each(forbidden[language])('name content matching %s as forbidden', (words) => {
    const answers = questions.map(({ answer }) => answer.join(' '));
    expect(answers.filter((answer) => words.test(answer))).not.toEqual([]);
  });
});

test.each(editionsOf('terms_of_use'))('%s forbids the same as the questions', (path) => {
  for (const language of locales) {
    const text = passagesOf(readText(path, language)).map((passage) => passage.text);
    for (const words of forbidden[language]) expect(text.join(' ')).toMatch(words);
  }
});

const facts = ['operator', 'supportEmail', 'siteAddress', 'trustedPersons'];

/** Placeholders that occur only in the texts of `facts/`. */
const inFacts = ['trustedContacts'];

const known = new Set(
  Object.keys({ ...textFigures, ...priceFigures(priceEditions[0]) }).concat(facts),
);

/** Names of laws, the only literal digits that texts may contain. */
const laws = /152-(ФЗ|FZ)|437/g;

test('texts exist exactly for all editions and languages', () => {
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

    test('has no empty, untrimmed or marked-up passage', () => {
      const wrong = passages().filter(
        ({ text }) => text.trim() !== text || !text || /[<>]/.test(text),
      );
      expect(wrong).toEqual([]);
    });

    test('uses only existing figures', () => {
      const unknown = passages().flatMap(({ place, text }) =>
        figuresOf(text)
          .filter((name) => !known.has(name) && !(path === 'facts/' && inFacts.includes(name)))
          .map((name) => `${place}: ${name}`),
      );
      expect(unknown).toEqual([]);
    });

    test('has no literal figures', () => {
      const literal = passages().filter(({ text }) =>
        /[\p{Nd}{}]/u.test(text.replaceAll(/\{\{\w+\}\}/g, '').replaceAll(laws, '')),
      );
      expect(literal).toEqual([]);
    });
  });
});
