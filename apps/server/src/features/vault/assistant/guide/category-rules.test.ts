import { type Locale, locales } from '@zavet/contract/locales';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import en from '@zavet/locales/en/instructions.json' with { type: 'json' };
import fi from '@zavet/locales/fi/instructions.json' with { type: 'json' };
import fr from '@zavet/locales/fr/instructions.json' with { type: 'json' };
import pt from '@zavet/locales/pt/instructions.json' with { type: 'json' };
import ru from '@zavet/locales/ru/instructions.json' with { type: 'json' };
import sv from '@zavet/locales/sv/instructions.json' with { type: 'json' };
import { expect, it, test } from 'vitest';
import { categoryIn, hasMoreWordsThan } from './category-rules.ts';
import { guideWords } from './write-draft.ts';

const names = { ru, en, fr, sv, fi, pt };

it.each(locales)('recognizes the categories by their names on the screen in %s', (locale) => {
  for (const category of instructionCategories) {
    expect(categoryIn(names[locale].categories[category], locale)).toBe(category);
  }
});

it.each(locales)('recognizes its own suggestions in %s', (locale) => {
  for (const category of instructionCategories) {
    expect(categoryIn(guideWords(locale)(`categories.${category}`), locale)).toBe(category);
    expect(categoryIn(guideWords(locale)(`letters.${category}`), locale)).toBe(category);
  }
});

it.each<[string, Locale, string]>([
  ['Хочу написать нотариусу', 'ru', 'notary'],
  ['Письмо жене о том, где документы от нотариуса', 'ru', 'relative'],
  ['другу детства', 'ru', 'friends'],
  ['в банк и страховую', 'ru', 'agency'],
  ['Нашему священнику', 'ru', 'church'],
  ['личное письмо', 'ru', 'personal'],
  ['A letter to my solicitor', 'en', 'lawyer'],
  ['for my two sons', 'en', 'relative'],
  ['À son notaire', 'fr', 'notary'],
  ['une lettre à mes amis', 'fr', 'friends'],
  ['till min syster', 'sv', 'relative'],
  ['Försäkringsbolaget', 'sv', 'agency'],
  ['kirje ystävälle', 'fi', 'friends'],
  ['pankille', 'fi', 'agency'],
  ['para a minha filha', 'pt', 'relative'],
  ['ao advogado', 'pt', 'lawyer'],
  ['notaire', 'ru', 'notary'],
  ['мужу', 'en', 'relative'],
])('recognizes in «%s» (%s) the category %s', (message, language, category) => {
  expect(categoryIn(message, language)).toBe(category);
});

it.each(['3', ' 3. ', '№3', 'номер 3', '3)'])('accepts the number «%s»', (message) => {
  expect(categoryIn(message, 'ru')).toBe('church');
});

it.each([
  ['1', 'notary'],
  ['number 7', 'personal'],
  ['Nr 7', 'personal'],
  ['no. 6', 'agency'],
  ['n 5', 'friends'],
])('recognizes in «%s» the category %s', (message, category) => {
  expect(categoryIn(message, 'en')).toBe(category);
});

it.each([
  'Привет',
  '0',
  '7 рублей',
  'код 3',
  '8',
  '33',
  'семь',
  'другое дело',
  'папка',
  'hello',
  '🙂',
])('finds no category in «%s»', (message) => {
  expect(categoryIn(message, 'ru')).toBeUndefined();
});

test('does not count the words of a request to write', () => {
  for (const request of [
    'Хочу написать письмо нотариусу',
    'Помогите, пожалуйста, составить распоряжение для моей жены',
    'I would like to write a letter to my lawyer, please help me',
    'Je voudrais écrire une lettre à ma famille',
    'Jag vill skriva ett brev till min syster',
    'Haluaisin kirjoittaa kirjeen ystävälle',
    'Gostaria de escrever uma carta para minha filha',
  ]) {
    expect([request, hasMoreWordsThan(request, 2)]).toEqual([request, false]);
  }
  expect(hasMoreWordsThan('Нотариусу: завещание лежит в сейфе на даче', 2)).toBe(true);
});

it('does not count words for recipients in any language', () => {
  expect(hasMoreWordsThan('Жене, сыну, дочери, брату', 0)).toBe(false);
  expect(hasMoreWordsThan('notaire, lawyer, prästen, ystävälle, banco', 0)).toBe(false);
});

it('counts words of at least four letters', () => {
  expect(hasMoreWordsThan('ключ дача гараж', 3)).toBe(false);
  expect(hasMoreWordsThan('ключ дача гараж', 2)).toBe(true);
  expect(hasMoreWordsThan('дом сад лес', 0)).toBe(false);
});
