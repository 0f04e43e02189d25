import { describe, expect, it } from 'vitest';
import { normal, wordsBeginning } from './normal-words-rules.ts';

describe('a message as it is compared', () => {
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
  ])('%j is %j', (message, said) => {
    expect(normal(message)).toBe(said);
  });
});

describe('words that begin with a stem', () => {
  const pattern = wordsBeginning(['нотариус', 'сын$', 'law firm']);

  it.each(['нотариусу', 'письмо нотариусу', 'сын', 'мой сын вырос', 'my law firm'])(
    'are found in «%s»',
    (said) => expect(pattern.test(said)).toBe(true),
  );

  it.each(['сынок', 'преднотариус', 'пасын', 'law', ''])('are not found in «%s»', (said) =>
    expect(pattern.test(said)).toBe(false),
  );
});
