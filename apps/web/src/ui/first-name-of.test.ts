import { expect, it } from 'vitest';
import { firstNameOf } from './first-name-of.ts';

it('calls somebody by the first name', () => {
  expect(firstNameOf('Ольга Ким')).toBe('Ольга');
  expect(firstNameOf(' Анна-Мария  Сергеевна Лаврова')).toBe('Анна-Мария');
  expect(firstNameOf("D'Arcy Wentworth")).toBe("D'Arcy");
});

it.each(['Мама', 'тётя Оля', 'Dr. Smith', 'А. Лавров', ''])('keeps «%s» whole', (name) => {
  expect(firstNameOf(name)).toBe(name);
});
