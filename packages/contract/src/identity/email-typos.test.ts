import { describe, expect, it } from 'vitest';
import { suggestEmail } from './email-typos.ts';

describe('address with a typo in its domain', () => {
  it.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@gmai.com', 'anna@gmail.com'],
    ['anna@gmail.ru', 'anna@gmail.com'],
    ['anna@gmail,com', 'anna@gmail.com'],
    ['anna@gmailcom', 'anna@gmail.com'],
    ['anna@gmail.сом', 'anna@gmail.com'],
    ['anna@yandx.ru', 'anna@yandex.ru'],
    ['Anna@Yandex.RUU', 'Anna@yandex.ru'],
    ['anna@mail.ri', 'anna@mail.ru'],
    ['anna@maill.ru', 'anna@mail.ru'],
    [' anna@hotmial.co ', 'anna@hotmail.com'],
  ])('suggests for %j: %j', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each([
    'anna@gmail.com',
    'anna@GMAIL.com',
    'anna@mail.ru',
    'anna@mail.com',
    'anna@email.ru',
    'anna@yandex.kz',
    'anna@ya.ru',
    'anna@bk.ru',
    'anna@example.org',
    'анна@почта.рф',
    'anna@',
    '@gmial.com',
    '',
  ])('accepts %j', (typed) => {
    expect(suggestEmail(typed)).toBeUndefined();
  });
});
