import { describe, expect, test } from 'vitest';
import { createWords } from './words-in-locale.ts';

const french = createWords('fr');

test('in Russian nothing is translated', () => {
  expect(createWords('ru').find('Нет такого текста')).toBe('Нет такого текста');
});

test('words without Russian letters are not translated', () => {
  expect(french.find('list.txt')).toBe('list.txt');
});

test('words that are neither a text nor content are named in the error', () => {
  expect(() => french.find('Ольга Ким')).toThrow('"Ольга Ким"');
  expect(() => french.find('действие необратимо', { exact: true })).toThrow('is no whole text');
});

test.each([
  ['a text', 'Спасибо, вы согласились', 'Merci d’avoir accepté'],
  ['a text with facts', 'Сделано 1 из 4', 'Fait : 1 sur 4'],
  ['the plural form of one', 'Найдено 1 письмо', '1 message trouvé'],
  ['the plural form of five', 'Найдено 5 писем', '5 messages trouvés'],
  ['an amount of money', 'Купить за 300 ₽', 'Acheter pour 300 ₽'],
  ['a duration', '3 дня', '3 jours'],
  ['texts as facts of a text', 'Занято 3 МБ из 30 МБ', '3 Mo occupés sur 30 Mo'],
  ['the word to be typed', 'УДАЛИТЬ', 'SUPPRIMER'],
])('%s is found in French', (_, russian, translated) => {
  expect(translated).toMatch(french.find(russian, { exact: true }));
});

test('a part of a text matches the whole translated text', () => {
  const found = french.find('Это действие необратимо');
  const [first, second] = [
    'C’est irréversible :',
    'après le paiement, l’envoi ne peut plus être arrêté.',
  ];
  expect(`${first} ${second}`).toMatch(found);
  expect(first).not.toMatch(found);
});

test('an English text of the desk does not hide another text with the same words', () => {
  const found = french.find('Подтвердить', { exact: true });
  expect('Confirm').toMatch(found);
  expect('Confirmer').toMatch(found);
});

describe('a pattern', () => {
  test('keeps its anchors and alternatives', () => {
    const found = french.find(/^Сбросить$|presses left/);
    expect('Repartir de zéro').toMatch(found);
    expect('2 presses left').toMatch(found);
    expect('Repartir de zéro.').not.toMatch(found);
  });
});

describe('content of a journey', () => {
  const words = createWords('fr');
  words.addContent('Мария Орлова', 'Банк');

  test('is found untranslated, also within a text', () => {
    expect('Мария Орлова').toMatch(words.find('Мария Орлова'));
    expect('Mode Мария Орлова').not.toMatch(words.find('Мария Орлова', { exact: true }));
    expect('Télécharger : Банк').toMatch(words.find('Скачать: Банк'));
  });

  test('does not hide a text with the same words', () => {
    expect('Merci d’avoir accepté').not.toMatch(words.find('Банк'));
    expect(words.matcherFor('Банк')('Мой Банк')).toBe(true);
  });

  test('is unknown after clearing', () => {
    words.clear();
    expect(() => words.find('Мария Орлова')).toThrow();
  });
});
