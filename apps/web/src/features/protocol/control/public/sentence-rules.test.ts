import { expect, test } from 'vitest';
import { canRequireSecond, contactsAbleToStart, sentenceKindOf } from './sentence-rules.ts';

const [maria, oleg] = [
  { id: 'c1', name: 'Мария', is_blocked: false },
  { id: 'c2', name: 'Олег', is_blocked: false },
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
  expect(canRequireSecond({ contacts: [maria] })).toBe(false);
  expect(canRequireSecond({ contacts: [maria, oleg] })).toBe(true);
});

test('a contact whose start was vetoed is not named as able to start', () => {
  const blocked = { ...maria, is_blocked: true };
  expect(kind([blocked], 72)).toBe('blocked');
  expect(kind([blocked, oleg], 72, true)).toBe('one');
  expect(contactsAbleToStart([blocked, oleg])).toEqual([oleg]);
});
