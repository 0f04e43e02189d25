import type { Locale } from '@zavet/contract/locales';
import type { AssistantInput } from '@zavet/contract/vault/assistant-endpoints';
import type { InstructionCategory } from '@zavet/contract/vault/instruction-values';
import { type DraftFacts, wrapDraft } from '@zavet/contract/vault/reply-rules';
import en from '@zavet/locales/en/guide.json' with { type: 'json' };
import fi from '@zavet/locales/fi/guide.json' with { type: 'json' };
import fr from '@zavet/locales/fr/guide.json' with { type: 'json' };
import pt from '@zavet/locales/pt/guide.json' with { type: 'json' };
import ru from '@zavet/locales/ru/guide.json' with { type: 'json' };
import sv from '@zavet/locales/sv/guide.json' with { type: 'json' };
import { createWords, type SubjectWords } from '../../../../platform/locale-words.ts';
import { type Letter, questionsOf, replayConversation } from './conversation-rules.ts';
import { hasUndeclinedNames } from './word-rules.ts';

/** Texts of the guide in one language. Interpolated values must not contain text of the user. */
export type GuideWords = SubjectWords<typeof ru>;

const words = createWords({ ru, en, fr, sv, fi, pt });

export function guideWords(locale: Locale): GuideWords {
  return words[locale];
}

/** Builds a letter from the answers, word for word, without skipped questions. */
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

/**
 * The letter so far while the guide asks. Null before the first answer, and after the last one,
 * because then the answer of the guide contains the draft.
 */
export function writePartialLetter(
  input: AssistantInput,
  { state } = replayConversation(input),
): string | null {
  if (state.step !== 'asking' || state.answers.every((answer) => answer === null)) return null;
  const t = guideWords(input.language);
  return wrapDraft(
    writeBeginning(t, state.category, state.answers),
    factsOf(t, state, input.language),
  );
}

/** The letter without its last section, which is written even if its question was skipped. */
function writeBeginning(
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

/** Values for other fields of the form. */
export function factsOf(t: GuideWords, letter: Letter, language: Locale): DraftFacts {
  const { category, addressee } = letter;
  return {
    title: t(`letters.${category}`),
    category,
    ...(addressee && { [hasUndeclinedNames(language) ? 'recipient' : 'addressee']: addressee }),
  };
}

/** Headings of skipped questions. */
export function listSkipped(
  t: GuideWords,
  category: InstructionCategory,
  answers: readonly (string | null)[],
): string[] {
  return questionsOf(category)
    .filter((_, index) => (answers[index] ?? null) === null)
    .map((question) => t(`questions.${question}.heading`));
}
