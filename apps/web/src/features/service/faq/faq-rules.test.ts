import { describe, expect, it } from 'vitest';
import { addressForOthers, filledGroups, foundGroups, questionIds, wordsOf } from './faq-rules.ts';

const groups = [
  {
    id: 'account',
    title: 'Аккаунт',
    questions: [
      { id: 'password', question: 'Как сменить пароль?', answer: ['В настройках.', 'Ещё раз.'] },
      { id: 'pin', question: 'Что такое PIN-код?', answer: ['{{pinDigits}} цифр.'] },
    ],
  },
  {
    id: 'plans',
    title: 'Тарифы',
    questions: [{ id: 'price', question: 'Сколько стоит?', answer: ['7\u00a0000 ₽ за запуск.'] }],
  },
];
const found = (query: string) => questionIds(foundGroups(groups, query));

describe('the search', () => {
  it('finds everything when nothing is typed', () => {
    expect(found('  ')).toEqual(['password', 'pin', 'price']);
    expect(found(' пароль   раз ')).toEqual(['password']);
  });

  it('wants every word, in question or answer, in any order and case', () => {
    expect(found('НАСТРОЙКАХ пароль')).toEqual(['password']);
    expect(found('пароль цифр')).toEqual([]);
    expect(found('pin')).toEqual(['pin']);
  });

  it('takes е and ё for the same, and any space for a space', () => {
    expect(found('еще')).toEqual(['password']);
    expect(found('ещё')).toEqual(['password']);
    expect(found('7 000')).toEqual(['price']);
  });

  it('finds words with accents and curly apostrophes, however they are typed', () => {
    const answer = ['Le code PIN d’urgence protège l’accès. Luottohenkilö.'];
    const foreign = [{ id: 'g', title: '', questions: [{ id: 'q', question: '', answer }] }];
    for (const query of ['protege', 'PROTÈGE', "d'urgence", 'd’urgence acces', 'luottohenkilo']) {
      expect(questionIds(foundGroups(foreign, query))).toEqual(['q']);
    }
  });

  it('finds no word that only two sentences make together', () => {
    expect(found('настройках.еще')).toEqual([]);
  });

  it('leaves out groups without a match', () => {
    expect(foundGroups(groups, 'запуск').map(({ id }) => id)).toEqual(['plans']);
  });
});

it('figures are filled into titles, questions and answers', () => {
  const filled = filledGroups({ groups }, (text) => text.replace('{{pinDigits}}', '6'));
  expect(filled[0]?.questions[1]?.answer).toEqual(['6 цифр.']);
  expect(questionIds(filled)).toEqual(questionIds(groups));
});

it('an address can ask for words, and for nothing else in their place', () => {
  expect(wordsOf({ q: 'пароль', text: 'en' })).toBe('пароль');
  expect([{}, { q: undefined }, { q: 7 }].map(wordsOf)).toEqual(['', '', '']);
});

it('a copied address shows its question among all others', () => {
  expect(addressForOthers('https://zavet.example/faq?q=7%20000&text=en#price')).toBe(
    'https://zavet.example/faq?text=en#price',
  );
});
