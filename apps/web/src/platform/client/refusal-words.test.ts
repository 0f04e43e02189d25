import { expect, test, vi } from 'vitest';
import { RefusalWords } from './refusal-words.ts';

test('texts of refusals are fetched on the first interaction, not before', () => {
  const fetch = vi.fn(async () => {});
  const words = new RefusalWords();
  const screen = new EventTarget();
  words.setSource(fetch);
  words.loadOnFirstInteraction(screen);
  expect(fetch).not.toHaveBeenCalled();
  screen.dispatchEvent(new Event('keydown'));
  expect(fetch).toHaveBeenCalledOnce();
});

test('a refusal waits for its texts', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const words = new RefusalWords();
  words.setSource(() => promise);
  let isLoaded = false;
  const waiting = words.load().then(() => {
    isLoaded = true;
  });
  await Promise.resolve();
  expect(isLoaded).toBe(false);
  resolve();
  await waiting;
  expect(isLoaded).toBe(true);
});

test('a refusal is reported without a text if the texts do not arrive', async () => {
  vi.useFakeTimers();
  const words = new RefusalWords();
  words.setSource(async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(words.load()).resolves.toBeUndefined();
  words.setSource(() => new Promise(() => {}));
  const waiting = words.load();
  await vi.advanceTimersByTimeAsync(3000);
  await expect(waiting).resolves.toBeUndefined();
  vi.useRealTimers();
});
