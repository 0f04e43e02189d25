import { expect, test } from 'vitest';
import { shortNameOf } from './short-name.ts';

test('a first name is enough where nobody else has it', () => {
  expect(shortNameOf('Михаил Лавров', ['Михаил Лавров', 'Ольга Ким'])).toBe('Михаил');
  expect(shortNameOf(' Ольга ', [' Ольга '])).toBe('Ольга');
});

test('two people of one first name are told apart', () => {
  const names = ['Мария Орлова', 'Мария Ким'];
  expect(names.map((name) => shortNameOf(name, names))).toEqual(names);
});
