import type { Locale } from '@zavet/contract/locales';
import type { AssistantInput } from '@zavet/contract/vault/assistant-endpoints';
import type { InstructionCategory } from '@zavet/contract/vault/instruction-values';
import { draftOf } from '@zavet/contract/vault/reply-rules';
import { findSecrets, type SecretKind } from '@zavet/contract/vault/secret-rules';
import { categoryIn, hasMoreWordsThan } from './category-rules.ts';
import { type Command, commandIn, isChangeRequest, isThanks } from './command-rules.ts';
import { addresseeIn } from './word-rules.ts';

/** The first question is about the subject, the last one about the first step of the reader. */
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

/** A locale key, such as `notary.office`. */
type QuestionId = {
  [Category in InstructionCategory]: `${Category}.${Questions[Category][number]}`;
}[InstructionCategory];

export function questionsOf(category: InstructionCategory): QuestionId[] {
  return questions[category].map((name) => `${category}.${name}` as QuestionId);
}

export interface Letter {
  category: InstructionCategory;
  /** The name in the message that chose the category, in the form used there. */
  addressee: string | undefined;
  /** In the order of the questions; null for a skipped one. */
  answers: readonly (string | null)[];
}

export type GuideState =
  /** `earlierText`: messages about the subject before the category was clear. */
  | { step: 'choosing'; earlierText: string | null; isAfterDraft: boolean }
  | ({ step: 'asking' } & Letter)
  | ({ step: 'finished' } & Letter);

/** The effect of the last message, stated before the next question. */
export type Remark =
  | 'unclear'
  | 'kept_for_later'
  | 'started'
  | 'started_with_answer'
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

export interface Replay {
  state: GuideState;
  remark: Remark;
  /** Kinds of secrets that the last message seems to contain. */
  secrets: SecretKind[];
  /** The guide has not answered before. */
  isFirst: boolean;
}

/** Replays a conversation since the last finished draft. Each turn is searched for secrets once. */
export function replayConversation(
  { conversation, message, language }: AssistantInput,
  search = findSecrets,
): Replay {
  const lastDraft = conversation.findLastIndex(
    ({ role, content }) => role === 'assistant' && draftOf(content) !== undefined,
  );
  // A message without an answer never reached the guide: the user has retried.
  const isAnswered = (index: number) =>
    conversation[index]?.role === 'user' && conversation[index + 1]?.role === 'assistant';
  let step: Step = { state: initialState(lastDraft >= 0), remark: 'unclear' };
  let isFirst = true;
  for (const [index, { content }] of conversation.entries()) {
    if (!isAnswered(index)) continue;
    isFirst = false;
    if (index <= lastDraft) continue;
    step = applyMessage(step.state, content, search(content).length > 0, language);
  }
  const secrets = search(message);
  step = applyMessage(step.state, message, secrets.length > 0, language);
  return { ...step, secrets, isFirst };
}

interface Step {
  state: GuideState;
  remark: Remark;
}

type Choosing = Extract<GuideState, { step: 'choosing' }>;
type Asking = Extract<GuideState, { step: 'asking' }>;

function initialState(isAfterDraft = false): Choosing {
  return { step: 'choosing', earlierText: null, isAfterDraft };
}

function applyMessage(
  former: GuideState,
  message: string,
  isSecret: boolean,
  language: Locale,
): Step {
  const state = former.step === 'finished' ? initialState(true) : former;
  const command = isSecret ? undefined : commandIn(message);
  if (command === 'restart') return { state: initialState(), remark: 'restarted' };
  if (command === 'help' || command === 'who') return { state, remark: command };
  if (state.step === 'choosing') return choose(state, message, isSecret, command, language);
  if (isSecret) return { state, remark: 'secret' };
  return command ? runCommand(state, command) : nextQuestion(state, message, 'noted');
}

function choose(
  state: Choosing,
  message: string,
  isSecret: boolean,
  command: Command | undefined,
  language: Locale,
): Step {
  if (command) return { state, remark: 'unclear' };
  if (isThanks(message)) return { state, remark: 'thanks' };
  if (state.isAfterDraft && isChangeRequest(message)) return { state, remark: 'unchangeable' };
  const category = categoryIn(message, language);
  if (!category) {
    if (isSecret) return { state, remark: 'secret' };
    if (!hasMoreWordsThan(message, 4) || message.trim().endsWith('?')) {
      return { state, remark: 'unclear' };
    }
    const earlierText = joinTexts(state.earlierText, message);
    return { state: { ...state, earlierText }, remark: 'kept_for_later' };
  }
  const hasSubject = !isSecret && hasMoreWordsThan(message, 2);
  const subject = joinTexts(state.earlierText, hasSubject ? message : null);
  const answers = subject === '' ? [] : [subject];
  const remark = isSecret ? 'secret' : subject === '' ? 'started' : 'started_with_answer';
  const addressee = isSecret ? undefined : addresseeIn(message, category);
  return { state: { step: 'asking', category, addressee, answers }, remark };
}

function joinTexts(...texts: (string | null)[]): string {
  return texts.filter((text) => text !== null).join('\n\n');
}

function runCommand(state: Asking, command: Command): Step {
  switch (command) {
    case 'skip':
      return nextQuestion(state, null, 'skipped');
    case 'back':
      if (state.answers.length === 0) return { state: initialState(), remark: 'restarted' };
      return { state: { ...state, answers: state.answers.slice(0, -1) }, remark: 'back' };
    case 'finish':
      return state.answers.some((answer) => answer !== null)
        ? { state: { ...state, step: 'finished' }, remark: 'noted' }
        : { state, remark: 'nothing_said' };
    case 'restart':
    case 'help':
    case 'who':
      throw new Error('This command applies in every state.');
  }
}

/** The last answer finishes the letter, unless every question was skipped. */
function nextQuestion(state: Asking, answer: string | null, remark: Remark): Step {
  const answers = [...state.answers, answer];
  if (answers.length < questionsOf(state.category).length) {
    return { state: { ...state, answers }, remark };
  }
  return answers.some((one) => one !== null)
    ? { state: { ...state, step: 'finished', answers }, remark }
    : { state: { ...state, answers: [] }, remark: 'nothing_said' };
}
