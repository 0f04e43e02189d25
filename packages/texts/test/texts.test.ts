import { priceEditions } from '@zavet/contract/billing/plan-catalogue';
import { locales } from '@zavet/contract/locales';
import { priceFigures, textFigures } from '@zavet/contract/text-figures';
import { describe, expect, test } from 'vitest';
import {
  figuresOf,
  filesIn,
  passagesOf,
  readText,
  shapeOf,
  textPaths,
  translations,
} from './text-files.ts';

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
