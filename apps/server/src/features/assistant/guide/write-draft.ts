import type { InstructionCategory } from '@zavet/contract/instructions/instruction-values';
import type { GuideWords } from './guide-words.ts';
import { questionsOf } from './question-rules.ts';

/** A letter out of the answers, word for word; what was skipped is left out. */
export function writeDraft(
  t: GuideWords,
  category: InstructionCategory,
  answers: readonly (string | null)[],
): string {
  const questions = questionsOf(category);
  const sections = questions.slice(0, -1).flatMap((question, index) => {
    const answer = answers[index] ?? null;
    return answer === null ? [] : [`${t(`questions.${question}.heading`)}\n${answer}`];
  });
  const firstStep = answers[questions.length - 1] ?? t(`drafts.${category}.first`);
  return [
    t(`drafts.${category}.greeting`),
    t(`drafts.${category}.opening`),
    ...sections,
    `${t(`questions.${category}.first.heading`)}\n${firstStep}`,
    t(`drafts.${category}.closing`),
  ].join('\n\n');
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
