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
import { type Letter, positionIn, questionsOf } from './conversation-rules.ts';
import { isBaseForm } from './word-rules.ts';

const words = createWords({ ru, en, fr, sv, fi, pt });

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

/**
 * What the answers have become while the guide still asks, to be read beside its questions. Null
 * while there is nothing of the person's own in it, and once the guide has said the whole draft.
 */
export function letterSoFar(input: AssistantInput, { state } = positionIn(input)): string | null {
  if (state.step !== 'asking' || state.answers.every((answer) => answer === null)) return null;
  const t = guideWords(input.language);
  return wrapDraft(
    writeBeginning(t, state.category, state.answers),
    factsOf(t, state, input.language),
  );
}

/** What the guide says, in one language. Nothing that a person wrote may be put in as a value. */
export type GuideWords = SubjectWords<typeof ru>;

export function guideWords(locale: Locale): GuideWords {
  return words[locale];
}
