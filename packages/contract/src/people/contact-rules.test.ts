import { expect, test } from 'vitest';
import { codeProblem, normalizeConfirmationCode } from './contact-rules.ts';

test.each([
  ['АВСЕНК', 'ABCEHK'],
  ['мортху', 'MOPTXY'],
  [' ab2-cd3 ', 'AB2CD3'],
  ['AB2 CD3', 'AB2CD3'],
  ['АB2–СD3', 'AB2CD3'],
])('normalises %j to %s', (typed, code) => {
  expect(normalizeConfirmationCode(typed)).toBe(code);
  expect(codeProblem(typed)).toBeUndefined();
});

test("reports the problem of a code's format", () => {
  expect(codeProblem('AB2')).toEqual({ kind: 'length', count: 3 });
  expect(codeProblem('AB2CD34')).toEqual({ kind: 'length', count: 7 });
  expect(codeProblem('')).toEqual({ kind: 'length', count: 0 });
  expect(codeProblem('АБ2CD!')).toEqual({ kind: 'characters', characters: 'Б !' });
});
