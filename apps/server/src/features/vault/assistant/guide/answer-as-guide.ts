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
  questionsOf,
  type Remark,
  type Replay,
  replayConversation,
} from './conversation-rules.ts';
import { factsOf, type GuideWords, guideWords, listSkipped, writeDraft } from './write-draft.ts';

/**
 * The answer of the drafting guide: it asks the questions of a category one by one and builds a
 * letter from the answers. Its only state is the conversation.
 */
export function answerAsGuide(input: AssistantInput, replay = replayConversation(input)): string {
  const t = guideWords(input.language);
  return [
    ...warningsFor(t, replay),
    ...introductionFor(t, replay),
    ...remarkFor(t, replay),
    ...continuationFor(t, replay, input.language),
  ].join('\n\n');
}

/**
 * Introduction for the first answer. Omitted for `who`, because that answer already contains it.
 */
function introductionFor(t: GuideWords, { isFirst, remark }: Replay): string[] {
  return isFirst && remark !== 'who' ? [t('about.introduction')] : [];
}

function warningsFor(t: GuideWords, { secrets }: Replay): string[] {
  if (secrets.length === 0) return [];
  return [[...secrets.map((kind) => t(`secrets.${kind}`)), t('secrets.again')].join(' ')];
}

function remarkFor(t: GuideWords, { remark, state, isFirst }: Replay): string[] {
  switch (remark) {
    case 'started':
      return [...announceLetter(t, state), explainCommands(t)];
    case 'started_with_answer':
      return [
        ...announceLetter(t, state),
        t('begun.kept', { back: t('commands.back') }),
        explainCommands(t),
      ];
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
      return [explainCommands(t)];
    case 'secret':
      return [];
  }
}

function announceLetter(t: GuideWords, state: GuideState): string[] {
  if (state.step !== 'asking') return [];
  const count = questionsOf(state.category).length;
  return [t('begun.letter', { letter: t(`letters.${state.category}`), count })];
}

const commandRemarks: ReadonlySet<Remark> = new Set(['started', 'started_with_answer', 'help']);

function explainCommands(t: GuideWords): string {
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

function continuationFor(t: GuideWords, { state, remark }: Replay, language: Locale): string[] {
  switch (state.step) {
    case 'choosing':
      return [t('choose.ask'), categoryList(t), t('choose.hint')];
    case 'asking':
      return [
        ...questionAt(t, state.category, state.answers.length),
        ...(commandRemarks.has(remark) ? [] : [t('commands.short', commandWords(t))]),
      ];
    case 'finished':
      return presentDraft(t, state, language);
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

function presentDraft(t: GuideWords, letter: Letter, language: Locale): string[] {
  const { category, answers } = letter;
  const missing = listSkipped(t, category, answers);
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
      : `${t('finished.missing', { count: missing.length })}\n${formatBullets(missing)}`,
    `${t('finished.check')}\n${formatBullets(points)}`,
    t('finished.next'),
  ];
}

function formatBullets(points: readonly string[]): string {
  return points.map((point) => `• ${point}`).join('\n');
}
