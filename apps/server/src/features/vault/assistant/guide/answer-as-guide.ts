import type { Locale } from '@zavet/contract/locales';
import type { AssistantInput } from '@zavet/contract/vault/assistant-endpoints';
import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/vault/instruction-values';
import { wrapDraft } from '@zavet/contract/vault/reply-rules';
import {
  type GuideState,
  type Letter,
  type Position,
  positionIn,
  questionsOf,
  type Remark,
} from './conversation-rules.ts';
import { factsOf, type GuideWords, guideWords, missingIn, writeDraft } from './write-draft.ts';

/**
 * The answer of the drafting guide: it asks the questions of a category one by one and builds a
 * letter from the answers. Its only state is the conversation.
 */
export function answerAsGuide(input: AssistantInput, position = positionIn(input)): string {
  const t = guideWords(input.language);
  return [
    ...warningsFor(t, position),
    ...introductionFor(t, position),
    ...remarkFor(t, position),
    ...continuationFor(t, position, input.language),
  ].join('\n\n');
}

/** Omitted when the answer to `who` contains it. */
function introductionFor(t: GuideWords, { isFirst, remark }: Position): string[] {
  return isFirst && remark !== 'who' ? [t('about.introduction')] : [];
}

function warningsFor(t: GuideWords, { secrets }: Position): string[] {
  if (secrets.length === 0) return [];
  return [[...secrets.map((kind) => t(`secrets.${kind}`)), t('secrets.again')].join(' ')];
}

function remarkFor(t: GuideWords, { remark, state, isFirst }: Position): string[] {
  switch (remark) {
    case 'begun':
      return [...begun(t, state), explained(t)];
    case 'begun_with_answer':
      return [...begun(t, state), t('begun.kept', { back: t('commands.back') }), explained(t)];
    case 'unclear':
      return isFirst ? [] : [t('remarks.unclear')];
    case 'kept_for_later':
    case 'unchangeable':
    case 'thanks':
    case 'restarted':
    case 'back':
    case 'skipped':
    case 'noted':
    case 'nothing_said':
      return state.step === 'finished' ? [] : [t(`remarks.${remark}`)];
    case 'who':
      return [t('about.who')];
    case 'help':
      return [explained(t)];
    case 'secret':
      return [];
  }
}

function begun(t: GuideWords, state: GuideState): string[] {
  if (state.step !== 'asking') return [];
  const count = questionsOf(state.category).length;
  return [t('begun.letter', { letter: t(`letters.${state.category}`), count })];
}

/** Remarks that explain the commands. */
const explaining: ReadonlySet<Remark> = new Set(['begun', 'begun_with_answer', 'help']);

function explained(t: GuideWords): string {
  return t('commands.explained', commandWords(t));
}

function commandWords(t: GuideWords): Record<string, string> {
  return {
    skip: t('commands.skip'),
    back: t('commands.back'),
    finish: t('commands.finish'),
    restart: t('commands.restart'),
    help: t('commands.help'),
  };
}

function continuationFor(t: GuideWords, { state, remark }: Position, language: Locale): string[] {
  switch (state.step) {
    case 'choosing':
      return [t('choose.ask'), categoryList(t), t('choose.hint')];
    case 'asking':
      return [
        ...questionAt(t, state.category, state.answers.length),
        ...(explaining.has(remark) ? [] : [t('commands.short', commandWords(t))]),
      ];
    case 'finished':
      return finished(t, state, language);
  }
}

function categoryList(t: GuideWords): string {
  return instructionCategories
    .map((category, index) => `${index + 1}. ${t(`categories.${category}`)}`)
    .join('\n');
}

function questionAt(t: GuideWords, category: InstructionCategory, index: number): string[] {
  const questions = questionsOf(category);
  const question = questions[index];
  if (!question) throw new Error('There is no question after the last one.');
  const progress = t('progress', { number: index + 1, total: questions.length });
  return [`${progress} ${t(`questions.${question}.ask`)}`, t(`questions.${question}.hint`)];
}

function finished(t: GuideWords, letter: Letter, language: Locale): string[] {
  const { category, answers } = letter;
  const missing = missingIn(t, category, answers);
  const points = [
    t(`checks.${category}`),
    t('finished.noSecrets'),
    t('finished.title', { letter: t(`letters.${category}`) }),
  ];
  return [
    t('finished.lead'),
    wrapDraft(writeDraft(t, category, answers), factsOf(t, letter, language)),
    missing.length === 0
      ? t('finished.complete')
      : `${t('finished.missing', { count: missing.length })}\n${bulleted(missing)}`,
    `${t('finished.check')}\n${bulleted(points)}`,
    t('finished.next'),
  ];
}

function bulleted(points: readonly string[]): string {
  return points.map((point) => `• ${point}`).join('\n');
}
