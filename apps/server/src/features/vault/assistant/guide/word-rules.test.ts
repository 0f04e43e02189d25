import { locales } from '@zavet/contract/locales';
import { describe, expect, it } from 'vitest';
import { addresseeIn, createStemPattern, hasUndeclinedNames, normalize } from './word-rules.ts';

it.each([
  ['Письмо дочери Анне', 'Анне'],
  ['дочери Анне', 'Анне'],
  ['Хочу написать сестре Марии Орловой о даче', 'Марии Орловой'],
  ['A letter to my sister Mary Orlova about the house', 'Mary Orlova'],
  ['une lettre pour ma fille, Anne-Marie', 'Anne-Marie'],
  ['ett brev till min bror Erik', 'Erik'],
  ['kirje siskolleni Liisalle', 'Liisalle'],
  ['uma carta para minha irmã Maria', 'Maria'],
])('finds the addressee in «%s»', (message, name) => {
  expect(addresseeIn(message, 'relative')).toBe(name);
});

it.each([
  'Письмо родным в Москву',
  'Нотариусу',
  'A letter to my friends in London',
  'Дочери',
  'письмо родным',
])('finds no addressee in «%s»', (message) => {
  expect(addresseeIn(message, 'relative')).toBeUndefined();
});

it.each([
  'письмо сестре в Москву',
  'письмо сестре во Владимир',
  'письмо сестре из Твери',
  'письмо сестре на Урал',
  'письмо сестре под Рязань',
  'a letter to my sister in London',
  'a letter to my sister from London',
  'a letter to my sister at Oxford',
  'a letter to my sister near Oxford',
  'ett brev till min syster i Lund',
  'ett brev till min syster från Lund',
  'ett brev till min syster på Gotland',
  'une lettre à ma sœur à Lyon',
  'une lettre à ma sœur au Mans',
  'une lettre à ma sœur de Lyon',
  'une lettre à ma sœur dans Paris',
  'une lettre à ma sœur en France',
  'uma carta à minha irmã em Lisboa',
  'uma carta à minha irmã do Porto',
  'uma carta à minha irmã da Madeira',
  'uma carta à minha irmã no Porto',
  'uma carta à minha irmã na Madeira',
])('does not take the place in «%s» for a person', (message) => {
  expect(addresseeIn(message, 'relative')).toBeUndefined();
});

it('takes at most three words of a name', () => {
  const message = 'письмо сестре Анне Марии Орловой Петровой';
  expect(addresseeIn(message, 'relative')).toBe('Анне Марии Орловой');
});

it.each(['notary', 'lawyer', 'relative', 'friends', 'personal'] as const)(
  'finds an addressee for the category %s',
  (category) => {
    expect(addresseeIn('письмо для Анны Орловой', category)).toBe('Анны Орловой');
  },
);

it('does not take a parish or an office for a person', () => {
  expect(addresseeIn('Письмо в приход Святого Николая', 'church')).toBeUndefined();
  expect(addresseeIn('письмо для Банка Москвы', 'agency')).toBeUndefined();
});

it('uses quoted names in languages without declension', () => {
  expect(locales.filter(hasUndeclinedNames).sort()).toEqual(['en', 'fr', 'pt', 'sv']);
});

describe('a normalized message', () => {
  it.each([
    ['  Нотариусу,   пожалуйста! ', 'нотариусу пожалуйста'],
    ['Ёлка', 'елка'],
    ['d’accord, l`eau', "d'accord l'eau"],
    ['c´est', "c'est"],
    ['Что это?', 'что это?'],
    ['№ 7: «да»', 'no 7 да'],
    ['Ｎｏｔａｒｙ', 'notary'],
    ['à bientôt — merci', 'à bientôt merci'],
    ['हिन्दी', 'हिन्दी'],
    ['...', ''],
  ])('of %j is %j', (message, text) => {
    expect(normalize(message)).toBe(text);
  });
});

describe('words that begin with a stem', () => {
  const pattern = createStemPattern(['нотариус', 'сын$', 'law firm']);

  it.each(['нотариусу', 'письмо нотариусу', 'сын', 'мой сын вырос', 'my law firm'])(
    'match in «%s»',
    (text) => expect(pattern.test(text)).toBe(true),
  );

  it.each(['сынок', 'преднотариус', 'пасын', 'law', ''])('do not match in «%s»', (text) =>
    expect(pattern.test(text)).toBe(false),
  );
});
