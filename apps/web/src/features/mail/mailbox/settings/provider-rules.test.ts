import { expect, test } from 'vitest';
import { examplesOf, providerOfAddress } from './provider-rules.ts';

test.each([
  ['anna@yandex.ru', 'yandex'],
  [' Anna@YA.ru ', 'yandex'],
  ['anna@bk.ru', 'mailru'],
  ['anna@gmail.com', 'gmail'],
  ['anna@hotmail.com', 'outlook'],
  ['anna@example.org', undefined],
  ['anna@notgmail.com', undefined],
  ['gmail.com@example.org', undefined],
  ['', undefined],
])('the service of «%s» is %s', (address, provider) => {
  expect(providerOfAddress(address)).toBe(provider);
});

test('a service is recognised by its domains, any other server by nothing', () => {
  expect(examplesOf('mailru')).toBe('mail.ru, bk.ru, inbox.ru');
  expect(examplesOf('other')).toBeUndefined();
});
