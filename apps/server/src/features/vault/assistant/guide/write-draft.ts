import type { DraftFacts } from '@zavet/contract/assistant/draft-facts';
import type { InstructionCategory } from '@zavet/contract/instructions/instruction-values';
import type { Locale } from '@zavet/contract/locales';
import { isBaseForm } from './addressee-rules.ts';
import type { Letter } from './conversation-rules.ts';
import type { GuideWords } from './guide-words.ts';
import { questionsOf } from './question-rules.ts';

/** A letter out of the answers, word for word; what was skipped is left out. */
export function writeDraft(
  t: GuideWords,
  category: InstructionCategory,
  answers: readonly (string | null)[],
): string {
  const firstStep = answers[questionsOf(category).length - 1] ?? t(`drafts.${category}.first`);
  return [
    writeBeginning(t, category, answers),
    `${t(`questions.${category}.first.heading`)}\n${firstStep}`,
    t(`drafts.${category}.closing`),
  ].join('\n\n');
}

/** The letter up to its last section, which always has one: as far as it can be read while it grows. */
export function writeBeginning(
  t: GuideWords,
  category: InstructionCategory,
  answers: readonly (string | null)[],
): string {
  const sections = questionsOf(category)
    .slice(0, -1)
    .flatMap((question, index) => {
      const answer = answers[index] ?? null;
      return answer === null ? [] : [`${t(`questions.${question}.heading`)}\n${answer}`];
    });
  return [t(`drafts.${category}.greeting`), t(`drafts.${category}.opening`), ...sections].join(
    '\n\n',
  );
}

/** What is known of the other fields of the instruction. */
export function factsOf(t: GuideWords, letter: Letter, language: Locale): DraftFacts {
  const { category, addressee } = letter;
  return {
    title: t(`letters.${category}`),
    category,
    ...(addressee && { [isBaseForm(language) ? 'recipient' : 'addressee']: addressee }),
  };
}

/** The headings that the letter still lacks. */
export function missingIn(
  t: GuideWords,
  category: InstructionCategory,
  answers: readonly (string | null)[],
): string[] {
  return questionsOf(category)
    .filter((_, index) => (answers[index] ?? null) === null)
    .map((question) => t(`questions.${question}.heading`));
}
