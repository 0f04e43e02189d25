import type { Texts } from '@zavet/locales/translate';
import { expect, test, vi } from 'vitest';
import { createLoadedTexts } from './loaded-texts.ts';

const shell: Texts = { title: 'Zavet' };

test('a subject is fetched once for concurrent requests', async () => {
  const load = vi.fn(async () => shell);
  const loaded = createLoadedTexts(load);
  await Promise.all([loaded.fetch('en', ['shell']), loaded.waitFor('en', ['shell'])]);
  await loaded.fetch('en', ['shell']);
  expect(load).toHaveBeenCalledTimes(1);
  expect(loaded.textsOf('en', 'shell')).toBe(shell);
});

test('a screen waits until its texts are loaded, and no longer', async () => {
  const loaded = createLoadedTexts(async () => shell);
  await loaded.waitFor('en', ['shell', 'errors']);
  expect(loaded.waitFor('en', ['shell', 'errors'])).toBeUndefined();
  expect(loaded.waitFor('fi', ['shell'])).toBeInstanceOf(Promise);
});

test('a screen does not wait for texts that failed to load', async () => {
  const loaded = createLoadedTexts(() => Promise.reject(new Error('No line')));
  await loaded.waitFor('en', ['shell']);
  expect(loaded.waitFor('en', ['shell'])).toBeUndefined();
  expect(loaded.textsOf('en', 'shell')).toBeUndefined();
});

test('reports texts that failed to load, and retries them on request', async () => {
  const load = vi.fn(async (_: string, subject: string) => {
    if (subject === 'errors' && load.mock.calls.length < 3) throw new Error('No line');
    return shell;
  });
  const loaded = createLoadedTexts(load);
  await expect(loaded.fetch('en', ['shell', 'errors'])).rejects.toThrow(
    new TypeError('Failed to fetch texts: errors'),
  );
  expect(loaded.subjectsIn('en')).toEqual(['shell']);
  await loaded.fetch('en', ['shell', 'errors']);
  expect(load.mock.calls).toEqual([
    ['en', 'shell'],
    ['en', 'errors'],
    ['en', 'errors'],
  ]);
  expect(loaded.subjectsIn('en')).toEqual(['shell', 'errors']);
});

test('texts of different languages are separate', async () => {
  const loaded = createLoadedTexts(async (language) => ({ title: language }));
  await loaded.fetch('en', ['shell']);
  await loaded.fetch('fi', ['errors']);
  expect(loaded.subjectsIn('en')).toEqual(['shell']);
  expect(loaded.textsOf('en', 'errors')).toBeUndefined();
  expect(loaded.textsOf('fi', 'errors')).toEqual({ title: 'fi' });
});
