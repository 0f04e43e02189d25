import { expect, test } from 'vitest';
import { contactFixture } from '../../../../test/contact-fixture.ts';
import {
  countContacts,
  firstNameOf,
  isFull,
  replacementsOf,
  startersFirst,
  withContact,
  withoutContact,
  withTriesLeft,
} from './contact-list.ts';

const maria = contactFixture({ id: 'maria', status: 'confirmed' });
const oleg = contactFixture({ id: 'oleg', status: 'pending' });
const vera = contactFixture({ id: 'vera', status: 'uninvited' });
const anna = contactFixture({ id: 'anna', status: 'declined' });
const ivan = contactFixture({ id: 'ivan', status: 'activated' });

test('counts an activated contact as confirmed, and a refusal as nobody who may still answer', () => {
  expect(countContacts([maria, oleg, vera, anna, ivan])).toEqual({
    total: 5,
    confirmed: 2,
    uninvited: 1,
    pending: 1,
    declined: 1,
  });
});

test('is full at the limit, and never where there is none', () => {
  expect(isFull({ contacts: [maria, oleg], limit: 3 })).toBe(false);
  expect(isFull({ contacts: [maria, oleg, anna], limit: 3 })).toBe(true);
  expect(isFull({ contacts: [maria, oleg, anna], limit: 0 })).toBe(false);
});

test('a new contact comes first, a changed one stays in its place', () => {
  const list = { contacts: [maria, oleg], limit: 3 };
  expect(withContact(list, anna).contacts).toEqual([anna, maria, oleg]);
  const renamed = { ...oleg, name: 'Олег Петров' };
  expect(withContact(list, renamed)).toEqual({ contacts: [maria, renamed], limit: 3 });
});

test('a deleted contact leaves the list', () => {
  expect(withoutContact({ contacts: [maria, oleg], limit: 3 }, 'maria').contacts).toEqual([oleg]);
});

test('a try is counted where a code can be tried, and for that contact alone', () => {
  const list = { contacts: [maria, oleg], limit: 3 };
  const [unchanged, tried] = withTriesLeft(list, 'oleg', 9).contacts;
  expect(unchanged).toBe(maria);
  expect(tried).toEqual({ ...oleg, invitation: { ...oleg.invitation, tries_left: 9 } });
  const uninvited = { contacts: [contactFixture({ id: 'ivan', invitation: null })], limit: 3 };
  expect(withTriesLeft(uninvited, 'ivan', 9)).toBe(uninvited);
});

test('offers neither the leaving contact nor those who declined as a replacement', () => {
  expect(replacementsOf(maria, [maria, oleg, anna])).toEqual([oleg]);
});

test('puts the person who has started the protocol first and keeps the order of the others', () => {
  const order = (starters: string[]) =>
    startersFirst([maria, oleg, anna], starters).map(({ id }) => id);
  expect(order(['oleg'])).toEqual(['oleg', 'maria', 'anna']);
  expect(order([])).toEqual(['maria', 'oleg', 'anna']);
});

test('shortens a name to the first name', () => {
  expect(firstNameOf('Ольга Ким')).toBe('Ольга');
  expect(firstNameOf(' Анна-Мария  Сергеевна Лаврова')).toBe('Анна-Мария');
  expect(firstNameOf("D'Arcy Wentworth")).toBe("D'Arcy");
});

test.each(['Мама', 'тётя Оля', 'Dr. Smith', 'А. Лавров', ''])('keeps «%s» whole', (name) => {
  expect(firstNameOf(name)).toBe(name);
});
