import { expect, test } from 'vitest';
import { letterMail } from '../../src/features/protocol/emails/letter-mail.ts';
import { mails } from '../../src/features.ts';
import type { MailBlock, MailText } from '../../src/platform/mail/mail.ts';
import { mailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { siteInfo } from '../mail-examples/mail-example.ts';
import { mailExamples } from '../mail-examples.ts';
import { mailWordLimits } from './mail-word-limits.ts';

const locales = ['ru', 'en'] as const;

function countWords(text: string): number {
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** Texts of a block, without user input and link addresses. */
function textsOf(block: MailBlock): string[] {
  if (typeof block === 'string') return [block];
  if (Array.isArray(block)) return block;
  if ('button' in block) return [block.button];
  return 'name' in block && block.name ? [block.name] : [];
}

function wordsOf({ subject, reason, blocks }: MailText): number {
  return [subject, reason, ...blocks.flatMap(textsOf)]
    .map(countWords)
    .reduce((sum, count) => sum + count, 0);
}

test('no mail grows beyond its limit of words, in Russian and English', () => {
  const counted = [...mails, letterMail].map(({ name, text }) => ({
    name,
    words: locales.map((locale) => {
      const counts = (mailExamples[name] ?? []).map(({ facts }) =>
        wordsOf(text(mailWords(locale), facts as never, siteInfo)),
      );
      return Math.max(...counts);
    }),
  }));
  const exceeding = counted.filter(({ name, words }) =>
    words.some((count, index) => count > (mailWordLimits[name]?.[index] ?? 0)),
  );
  const limits = counted.map(
    ({ name, words }) =>
      `  ${name}: [${words.map((count) => Math.ceil(count * 1.05)).join(', ')}],`,
  );
  const table = `Limits for the present mails, with 5 % to spare:\n${limits.sort().join('\n')}\n`;
  expect(exceeding, table).toEqual([]);
  expect(Object.keys(mailWordLimits).sort(), table).toEqual(counted.map(({ name }) => name).sort());
});
