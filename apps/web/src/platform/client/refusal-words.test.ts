import { expect, test, vi } from 'vitest';
import { RefusalWords } from './refusal-words.ts';

test('sentences for refusals are fetched when somebody first touches the screen, not before', () => {
  const fetch = vi.fn(async () => {});
  const words = new RefusalWords();
  const screen = new EventTarget();
  words.comeFrom(fetch);
  words.comeWithFirstAct(screen);
  expect(fetch).not.toHaveBeenCalled();
  screen.dispatchEvent(new Event('keydown'));
  expect(fetch).toHaveBeenCalledOnce();
});

test('a refusal waits until they are there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const words = new RefusalWords();
  words.comeFrom(() => promise);
  let isThere = false;
  const waiting = words.come().then(() => {
    isThere = true;
  });
  await Promise.resolve();
  expect(isThere).toBe(false);
  resolve();
  await waiting;
  expect(isThere).toBe(true);
});

test('a refusal is told without its sentence when that does not come', async () => {
  vi.useFakeTimers();
  const words = new RefusalWords();
  words.comeFrom(async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(words.come()).resolves.toBeUndefined();
  words.comeFrom(() => new Promise(() => {}));
  const waiting = words.come();
  await vi.advanceTimersByTimeAsync(3000);
  await expect(waiting).resolves.toBeUndefined();
  vi.useRealTimers();
});
