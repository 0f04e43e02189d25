import type { InstructionCategory } from '@zavet/contract/instructions/instruction-values';

/**
 * What is asked for each category, in this order. The first question is what the letter is about,
 * the last one what its reader should do first.
 */
const questions = {
  notary: ['matter', 'office', 'documents', 'numbers', 'heirs', 'deadlines', 'first'],
  lawyer: ['matter', 'person', 'cases', 'papers', 'people', 'deadlines', 'first'],
  church: ['matter', 'parish', 'rites', 'wishes', 'people', 'first'],
  relative: ['matter', 'days', 'things', 'home', 'people', 'words', 'first'],
  friends: ['matter', 'tell', 'help', 'things', 'words', 'first'],
  agency: ['matter', 'contract', 'papers', 'person', 'payments', 'first'],
  personal: ['matter', 'words', 'memories', 'wishes', 'things', 'first'],
} as const satisfies Record<InstructionCategory, readonly string[]>;

type Questions = typeof questions;

/** As the words name it: `notary.office`. */
export type QuestionId = {
  [Category in InstructionCategory]: `${Category}.${Questions[Category][number]}`;
}[InstructionCategory];

export function questionsOf(category: InstructionCategory): QuestionId[] {
  return questions[category].map((name) => `${category}.${name}` as QuestionId);
}
