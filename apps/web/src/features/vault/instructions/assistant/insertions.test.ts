import { expect, test } from 'vitest';
import { Insertions, withTextBelow } from './insertions.ts';

const draft = { text: 'Черновик', facts: {} };

function form(insertions: Insertions) {
  const taken: string[] = [];
  const close = insertions.open(({ text }) => taken.push(text));
  return { taken, close };
}

test('a text goes to the form that is open', () => {
  const insertions = new Insertions();
  const { taken } = form(insertions);
  expect(insertions.insert(draft)).toBe(true);
  expect(taken).toEqual(['Черновик']);
});

test('without a form it waits for the next one and goes there once', () => {
  const insertions = new Insertions();
  expect(insertions.insert(draft)).toBe(false);
  const first = form(insertions);
  first.close();
  const second = form(insertions);
  expect(first.taken).toEqual(['Черновик']);
  expect(second.taken).toEqual([]);
});

test('a form that is gone gets nothing, and its going does not close the next one', () => {
  const insertions = new Insertions();
  const first = form(insertions);
  const second = form(insertions);
  first.close();
  insertions.insert(draft);
  expect(first.taken).toEqual([]);
  expect(second.taken).toEqual(['Черновик']);
});

test('a text whose form was never opened does not turn up in another one', () => {
  const insertions = new Insertions();
  insertions.insert(draft);
  insertions.forget();
  expect(form(insertions).taken).toEqual([]);
});

test('a text is added below with a blank line between, and not twice', () => {
  const once = withTextBelow('Моё\n', 'Черновик');
  expect(once).toBe('Моё\n\nЧерновик');
  expect(withTextBelow(once, 'Черновик')).toBe(once);
  expect(withTextBelow('  ', 'Черновик')).toBe('Черновик');
  expect(withTextBelow('Черновик', 'Черновик')).toBe('Черновик');
});
