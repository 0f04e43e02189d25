import { expect, test } from 'vitest';
import { initialsOf } from './initials.tsx';

test('initials are the first letters of the first and the last word', () => {
  expect(initialsOf('Михаил Воронцов', 2)).toBe('МВ');
  expect(initialsOf('Анна Сергеевна Лаврова', 2)).toBe('АЛ');
  expect(initialsOf('  Ольга  ', 2)).toBe('О');
  expect(initialsOf('Михаил Воронцов', 1)).toBe('М');
});

test('initials skip characters that are not letters or digits, and keep surrogate pairs whole', () => {
  expect(initialsOf('«Север» (бюро)', 2)).toBe('Сб');
  expect(initialsOf('𝒜da — 𝒷ell', 2)).toBe('𝒜𝒷');
  expect(initialsOf('', 2)).toBe('');
  expect(initialsOf('— …', 2)).toBe('');
});
