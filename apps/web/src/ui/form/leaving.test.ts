import { expect, test } from 'vitest';
import { confirmBeforeLeaving, mayLeave } from './leaving.ts';

test('a screen without changes is left without a question', async () => {
  expect(await mayLeave()).toBe(true);
});

test('a screen with a changed form is left only after confirmation', async () => {
  let answer = false;
  const withdraw = confirmBeforeLeaving(async () => answer);
  expect(await mayLeave()).toBe(false);
  answer = true;
  expect(await mayLeave()).toBe(true);
  answer = false;
  withdraw();
  expect(await mayLeave()).toBe(true);
});
