import { expect, test } from 'vitest';
import { canNeedSecond, sentenceKindOf } from './sentence-rules.ts';

const [maria, oleg] = [
  { id: 'c1', name: 'Мария' },
  { id: 'c2', name: 'Олег' },
];

const kind = (contacts: object[], waiting_hours: 0 | 72, needs_second = false) =>
  sentenceKindOf({ contacts: contacts as never, waiting_hours, needs_second });

test('nobody can start it while nobody has agreed, whatever the rules', () => {
  expect(kind([], 72)).toBe('nobody');
  expect(kind([], 0, true)).toBe('nobody');
});

test('one contact is named, several are told of', () => {
  expect(kind([maria], 72)).toBe('one');
  expect(kind([maria, oleg], 72)).toBe('several');
});

test('without a waiting time nothing is promised that could be stopped', () => {
  expect(kind([maria], 0)).toBe('oneAtOnce');
  expect(kind([maria, oleg], 0)).toBe('severalAtOnce');
  expect(kind([maria, oleg], 0, true)).toBe('secondAtOnce');
});

test('a second contact is told of only where there is one', () => {
  expect(kind([maria, oleg], 72, true)).toBe('second');
  expect(kind([maria], 72, true)).toBe('one');
  expect(canNeedSecond({ contacts: [maria] })).toBe(false);
  expect(canNeedSecond({ contacts: [maria, oleg] })).toBe(true);
});
