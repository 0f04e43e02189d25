import { expect, test } from 'vitest';
import { isCurrent, sections } from './sections.ts';

const currentOn = (path: string) =>
  sections.filter(({ to }) => isCurrent(to, path)).map(({ to }) => to);

test('every screen of a section marks exactly that section as current', () => {
  expect(currentOn('/instructions')).toEqual(['/instructions']);
  expect(currentOn('/trusted-legacies/request')).toEqual(['/trusted-legacies']);
  expect(currentOn('/')).toEqual(['/dashboard']);
  expect(currentOn('/readiness')).toEqual(['/dashboard']);
});

test('a screen outside of the sections marks none', () => {
  expect(currentOn('/faq')).toEqual([]);
  expect(currentOn('/mailbox')).toEqual([]);
});
