import { describe, expect, it } from 'vitest';
import { guessableReason, passwordReasons } from './password-rules.ts';

describe('the checklist of a password', () => {
  it('begins with its length and ends with a digit', () => {
    expect(passwordReasons).toEqual(['length', 'uppercase', 'lowercase', 'digit']);
  });
});

describe('a password made of the name of the product', () => {
  it.each(['Zavet2026', 'Завет!2026', 'Pfdtn123', 'Zavetzavet1', 'ZavetAb1', 'Ｚａｖｅｔ１２'])(
    '%s is guessed first',
    (password) => expect(guessableReason(password, '')).toBe('password_of_product'),
  );

  it('is accepted with three other letters', () => {
    expect(guessableReason('ZavetAbc1', '')).toBeUndefined();
  });
});

describe('a password made of the address', () => {
  const of = (password: string, email: string) => guessableReason(password, email);

  it.each([
    ['all before the @', 'AnnaLavrova1', 'anna.lavrova@example.org'],
    ['a word before the @', 'Lavrova1990', 'anna.lavrova@example.org'],
    ['words in another order', 'Lavrova-Anna-1', 'anna.lavrova@example.org'],
    ['the domain', 'Example.Org1', 'anna@example.org'],
    ['the first word of the domain', 'Example1990', 'anna@example.org'],
    ['the longer of two words', 'Annabel12', 'ann-annabel@example.org'],
    ['a word of three letters', 'Ann123456', 'ann@example.org'],
    ['an address that is written with capitals', 'Lavrova1990', 'LAVROVA@example.org'],
  ])('by %s is guessed first', (_, password, email) => {
    expect(of(password, email)).toBe('password_of_address');
  });

  it.each([
    ['nothing of it', 'Cormorant7', 'anna@example.org'],
    ['a word with three letters besides', 'LavrovaXyz1', 'lavrova@example.org'],
    ['a part of two letters', 'Anan123456', 'an@example.org'],
    ['two letters of its own', 'Ab123456', 'anna@example.org'],
    ['no address at all', 'Ab123456', ''],
    ['the end of the domain alone', 'Org123456', 'anna@example.org'],
  ])('with %s is not', (_, password, email) => {
    expect(of(password, email)).toBeUndefined();
  });
});
