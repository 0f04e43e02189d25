import { expect, it } from 'vitest';
import { TextFiles, textLanguageOf } from './text-files.ts';

it('fetches a text once for concurrent requests', async () => {
  let calls = 0;
  const files = new TextFiles('texts/', { 'texts/a.json': async () => `text ${++calls}` });
  expect(files.loaded('a')).toBeUndefined();
  expect(await Promise.all([files.fetch('a'), files.fetch('a')])).toEqual(['text 1', 'text 1']);
  expect(await files.fetch('a')).toBe('text 1');
  expect(files.loaded('a')).toBe('text 1');
});

it('caches a failure for the suspended screen, and retries when the route is opened again', async () => {
  let calls = 0;
  const files = new TextFiles('', {
    'a.json': async () => {
      if (++calls < 3) throw new TypeError('Failed to fetch');
      return 'text';
    },
  });
  const failed = files.loading('a');
  await expect(failed).rejects.toThrow('Failed to fetch');
  expect(files.loading('a')).toBe(failed);
  await expect(files.fetch('a')).rejects.toThrow('Failed to fetch');
  expect(await files.fetch('a')).toBe('text');
});

it('names the missing text', async () => {
  await expect(new TextFiles('', {}).fetch('b')).rejects.toThrow('b');
});

it.each([
  [undefined, 'ru', 'ru'],
  [undefined, 'fi', 'fi'],
  ['en', 'ru', 'en'],
  ['ru', 'fi', 'ru'],
  ['de', 'pt', 'pt'],
  ['constructor', 'ru', 'ru'],
] as const)('requested language %s for a reader of %s gives %s', (wanted, locale, language) => {
  expect(textLanguageOf(wanted, locale)).toBe(language);
});
