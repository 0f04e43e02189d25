import { expect, test } from 'vitest';
import { isOneTimeCode, isRecoveryCode } from './code-forms.ts';

test.each([
  ['', false],
  ['12345', false],
  ['123456', true],
  [' 123 456 ', true],
  ['1234567', false],
  ['12345a', false],
])('a one-time code by form: «%s» is %s', (typed, is) => {
  expect(isOneTimeCode(typed)).toBe(is);
});

test.each([
  ['', false],
  ['ABCD-EFGH-JKM', false],
  ['abcd-efgh-jkmn', true],
  ['ABCD EFGH JKMN', true],
  ['ABCD-EFGH-JKM!', false],
])('a recovery code by form: «%s» is %s', (typed, is) => {
  expect(isRecoveryCode(typed)).toBe(is);
});
