import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/instructions/instruction-values';
import { type Locale, locales } from '@zavet/contract/locales';
import { categoryStems, fillers } from './category-stems-rules.ts';
import { normal, wordsBeginning } from './normal-words-rules.ts';

/**
 * For whom a letter is, by its number or by the first word that says it. Words of the language of
 * the conversation come before those of the others: some mean something else there.
 */
export function categoryIn(message: string, language: Locale): InstructionCategory | undefined {
  const said = normal(message);
  const [, number] = said.match(/^(?:номер|number|nr|no|n)? ?([1-7])$/u) ?? [];
  if (number) return instructionCategories[Number(number) - 1];
  return firstNamed(said, [language]) ?? firstNamed(said, locales);
}

/** Whether a message says something besides for whom the letter shall be. */
export function saysMoreThan(message: string, words: number): boolean {
  const said = normal(message)
    .split(' ')
    .filter((word) => /\p{L}{4}/u.test(word) && !filler.test(word) && !isName(word));
  return said.length > words;
}

function firstNamed(said: string, languages: readonly Locale[]): InstructionCategory | undefined {
  let first: { category: InstructionCategory; at: number } | undefined;
  for (const language of languages) {
    for (const category of instructionCategories) {
      const at = patterns[language][category].exec(said)?.index;
      if (at !== undefined && at < (first?.at ?? Number.POSITIVE_INFINITY)) {
        first = { category, at };
      }
    }
  }
  return first?.category;
}

const patterns = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      instructionCategories.map((category) => [
        category,
        wordsBeginning(categoryStems[locale][category]),
      ]),
    ),
  ]),
) as Record<Locale, Record<InstructionCategory, RegExp>>;

const filler = wordsBeginning(fillers);

function isName(word: string): boolean {
  return locales.some((locale) =>
    instructionCategories.some((category) => patterns[locale][category].test(word)),
  );
}
