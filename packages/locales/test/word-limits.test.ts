import { expect, test } from 'vitest';
import { subjectsOf, textsOf } from './catalogue.ts';
import { wordLimits } from './word-limits.ts';

const locales = ['ru', 'en'] as const;

function countWords(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

function wordsOf(subject: string): number[] {
  return locales.map((locale) =>
    [...textsOf(locale)]
      .filter(([key]) => key.startsWith(`${subject}.`))
      .reduce((sum, [, text]) => sum + countWords(text), 0),
  );
}

test('every subject stays within its word limit, in Russian and English', () => {
  const counted = subjectsOf('ru').map((subject) => ({ subject, words: wordsOf(subject) }));
  const grown = counted.filter(({ subject, words }) =>
    words.some((count, index) => count > (wordLimits[subject]?.[index] ?? 0)),
  );
  const limits = counted.map(
    ({ subject, words }) =>
      `  '${subject}': [${words.map((count) => Math.ceil(count * 1.05)).join(', ')}],`,
  );
  const table = `Limits for the present texts, with 5 % to spare:\n${limits.join('\n')}\n`;
  expect(grown, table).toEqual([]);
  expect(Object.keys(wordLimits).sort(), table).toEqual(subjectsOf('ru'));
});
