import { expect, test } from 'vitest';
import { fieldsLockedBySaving } from './basic-info-rules.ts';

const nothing = { first_name: null, last_name: null, date_of_birth: null };
const anna = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: null };

test('names the fields that a save sets permanently', () => {
  expect(fieldsLockedBySaving(nothing, anna)).toEqual({ first_name: 'Анна', last_name: 'Лаврова' });
});

test('leaves out what is stored already', () => {
  const given = { ...anna, date_of_birth: '1958-03-05' };
  expect(fieldsLockedBySaving(anna, given)).toEqual({ date_of_birth: '1958-03-05' });
});

test('asks about nothing when nothing is new', () => {
  expect(fieldsLockedBySaving(anna, anna)).toEqual({});
});
