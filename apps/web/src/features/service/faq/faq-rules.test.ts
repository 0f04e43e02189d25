import { describe, expect, it } from 'vitest';
import {
  fillGroups,
  filterGroups,
  questionIds,
  searchTextOf,
  shareableUrlOf,
} from './faq-rules.ts';

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
const found = (query: string) => questionIds(filterGroups(groups, query));

describe('FAQ search', () => {
  it('finds everything without a query', () => {
    expect(found('  ')).toEqual(['password', 'pin', 'price']);
    expect(found(' пароль   раз ')).toEqual(['password']);
  });

  it('requires every word, in question or answer, in any order and case', () => {
    expect(found('НАСТРОЙКАХ пароль')).toEqual(['password']);
    expect(found('пароль цифр')).toEqual([]);
    expect(found('pin')).toEqual(['pin']);
  });

  it('treats е and ё as equal, and all kinds of spaces', () => {
    expect(found('еще')).toEqual(['password']);
    expect(found('ещё')).toEqual(['password']);
    expect(found('7 000')).toEqual(['price']);
  });

  it('ignores accents and the kind of apostrophe', () => {
    const answer = ['Le code PIN d’urgence protège l’accès. Luottohenkilö.'];
    const foreign = [{ id: 'g', title: '', questions: [{ id: 'q', question: '', answer }] }];
    for (const query of ['protege', 'PROTÈGE', "d'urgence", 'd’urgence acces', 'luottohenkilo']) {
      expect(questionIds(filterGroups(foreign, query))).toEqual(['q']);
    }
  });

  it('does not match across two paragraphs', () => {
    expect(found('настройках.еще')).toEqual([]);
  });

  it('omits groups without a match', () => {
    expect(filterGroups(groups, 'запуск').map(({ id }) => id)).toEqual(['plans']);
  });
});

it('fills prices and limits into the answers and keeps all questions', () => {
  const filled = fillGroups({ groups }, (text) => text.replace('{{pinDigits}}', '6'));
  expect(filled[0]?.questions[1]?.answer).toEqual(['6 цифр.']);
  expect(questionIds(filled)).toEqual(questionIds(groups));
});

it('accepts only a string as the search text of a URL', () => {
  expect(searchTextOf({ q: 'пароль', text: 'en' })).toBe('пароль');
  expect([{}, { q: undefined }, { q: 7 }].map(searchTextOf)).toEqual(['', '', '']);
});

it('removes the search text from a shareable URL', () => {
  expect(shareableUrlOf('https://zavet.example/faq?q=7%20000&text=en#price')).toBe(
    'https://zavet.example/faq?text=en#price',
  );
});
