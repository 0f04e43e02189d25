import type { Locale } from '@zavet/contract/locales';
import type { AssistantInput } from '@zavet/contract/vault/assistant-endpoints';
import type { InstructionCategory } from '@zavet/contract/vault/instruction-values';
import { draftOf } from '@zavet/contract/vault/reply-rules';
import { findSecrets, type SecretKind } from '@zavet/contract/vault/secret-rules';
import { categoryIn, saysMoreThan } from './category-rules.ts';
import { asksForChange, type Command, commandIn, saysThanks } from './command-rules.ts';
import { addresseeIn } from './word-rules.ts';

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

/** Answers in the order of the questions; null where one was skipped. */
type Answers = readonly (string | null)[];

export type GuideState =
  /** `told`: what was said before it was clear for whom the letter is. */
  | { step: 'choosing'; told: string | null; isAfterDraft: boolean }
  | ({ step: 'asking' } & Letter)
  | ({ step: 'finished' } & Letter);

export interface Letter {
  category: InstructionCategory;
  /** Who was named together with the category, as it was said. */
  addressee: string | undefined;
  answers: Answers;
}

/** What the last message was, for the words before the next question. */
export type Remark =
  | 'unclear'
  | 'kept_for_later'
  | 'begun'
  | 'begun_with_answer'
  | 'noted'
  | 'skipped'
  | 'back'
  | 'restarted'
  | 'nothing_said'
  | 'unchangeable'
  | 'thanks'
  | 'secret'
  | 'help'
  | 'who';

export interface Position {
  state: GuideState;
  remark: Remark;
  /** What the last message seemed to give away. */
  secrets: SecretKind[];
  /** Nothing was ever answered before. */
  isFirst: boolean;
}

/** Replays a conversation since the last finished draft. Each turn is searched for secrets once. */
export function positionIn(
  { conversation, message, language }: AssistantInput,
  search = findSecrets,
): Position {
  const lastDraft = conversation.findLastIndex(
    ({ role, content }) => role === 'assistant' && draftOf(content) !== undefined,
  );
  // What was not answered never reached the guide: the person has tried again.
  const isAnswered = (index: number) =>
    conversation[index]?.role === 'user' && conversation[index + 1]?.role === 'assistant';
  let heard: Heard = { state: choosing(lastDraft >= 0), remark: 'unclear' };
  let isFirst = true;
  for (const [index, { content }] of conversation.entries()) {
    if (!isAnswered(index)) continue;
    isFirst = false;
    if (index <= lastDraft) continue;
    heard = hear(heard.state, content, search(content).length > 0, language);
  }
  const secrets = search(message);
  heard = hear(heard.state, message, secrets.length > 0, language);
  return { ...heard, secrets, isFirst };
}

interface Heard {
  state: GuideState;
  remark: Remark;
}

function choosing(isAfterDraft = false): GuideState {
  return { step: 'choosing', told: null, isAfterDraft };
}

function hear(state: GuideState, message: string, isSecret: boolean, language: Locale): Heard {
  if (state.step === 'finished') return hear(choosing(true), message, isSecret, language);
  const command = isSecret ? undefined : commandIn(message);
  if (command === 'restart') return { state: choosing(), remark: 'restarted' };
  if (command === 'help' || command === 'who') return { state, remark: command };
  if (state.step === 'choosing') return choose(state, message, isSecret, command, language);
  if (isSecret) return { state, remark: 'secret' };
  return command ? obey(state, command) : answer(state, message);
}

type Choosing = Extract<GuideState, { step: 'choosing' }>;

type Asking = Extract<GuideState, { step: 'asking' }>;

function choose(
  state: Choosing,
  message: string,
  isSecret: boolean,
  command: Command | undefined,
  language: Locale,
): Heard {
  if (command) return { state, remark: 'unclear' };
  if (saysThanks(message)) return { state, remark: 'thanks' };
  if (state.isAfterDraft && asksForChange(message)) return { state, remark: 'unchangeable' };
  const category = categoryIn(message, language);
  if (!category) {
    if (isSecret) return { state, remark: 'secret' };
    return saysMoreThan(message, 4) && !message.trim().endsWith('?')
      ? { state: { ...state, told: joined(state.told, message) }, remark: 'kept_for_later' }
      : { state, remark: 'unclear' };
  }
  const matter = joined(state.told, !isSecret && saysMoreThan(message, 2) ? message : null);
  const answers = matter === '' ? [] : [matter];
  const remark = isSecret ? 'secret' : matter === '' ? 'begun' : 'begun_with_answer';
  const addressee = isSecret ? undefined : addresseeIn(message, category);
  return { state: { step: 'asking', category, addressee, answers }, remark };
}

function joined(...told: (string | null)[]): string {
  return told.filter((words) => words !== null).join('\n\n');
}

function obey(state: Asking, command: Command): Heard {
  switch (command) {
    case 'skip':
      return next(state, null, 'skipped');
    case 'back':
      if (state.answers.length === 0) return { state: choosing(), remark: 'restarted' };
      return { state: { ...state, answers: state.answers.slice(0, -1) }, remark: 'back' };
    case 'finish':
      return state.answers.some((given) => given !== null)
        ? { state: { ...state, step: 'finished' }, remark: 'noted' }
        : { state, remark: 'nothing_said' };
    case 'restart':
    case 'help':
    case 'who':
      throw new Error('This command is obeyed in any state.');
  }
}

function answer(state: Asking, message: string): Heard {
  return next(state, message, 'noted');
}

/** The last answer finishes the letter, unless every question was skipped. */
function next(state: Asking, given: string | null, remark: Remark): Heard {
  const answers = [...state.answers, given];
  if (answers.length < questionsOf(state.category).length) {
    return { state: { ...state, answers }, remark };
  }
  return answers.some((one) => one !== null)
    ? { state: { ...state, step: 'finished', answers }, remark }
    : { state: { ...state, answers: [] }, remark: 'nothing_said' };
}

type Questions = typeof questions;

/** As the words name it: `notary.office`. */
export type QuestionId = {
  [Category in InstructionCategory]: `${Category}.${Questions[Category][number]}`;
}[InstructionCategory];

export function questionsOf(category: InstructionCategory): QuestionId[] {
  return questions[category].map((name) => `${category}.${name}` as QuestionId);
}
