import { limits } from '@zavet/contract/limits';
import { conversationLength } from '@zavet/contract/vault/reply-rules';
import { expect, test } from 'vitest';
import {
  type ChatMessage,
  isSendable,
  lengthOf,
  type MessageState,
  questionToRepeat,
  turnsBefore,
  withoutEmpty,
} from './messages.ts';

let count = 0;
function nextId(): string {
  count += 1;
  return `m${count}`;
}

const message = (role: ChatMessage['role'], content: string, state: MessageState = 'said') => ({
  id: nextId(),
  role,
  content,
  state,
  timestamp: '2026-11-15T12:00:00.000Z',
});
const asked = (content: string) => message('user', content);
const answered = (content: string, state?: MessageState) => message('assistant', content, state);

const next = asked('А дальше?');
const turns = (...before: ChatMessage[]) => turnsBefore([...before, next], next.id);
const contents = (...before: ChatMessage[]) => turns(...before).map(({ content }) => content);

test('blanks at the ends count neither as text nor towards the limit', () => {
  const most = 'я'.repeat(limits.assistantMessageMaxLength);
  expect(lengthOf('  да \n')).toBe(2);
  expect(isSendable(' \n ')).toBe(false);
  expect(isSendable(` ${most} `)).toBe(true);
  expect(isSendable(`${most}я`)).toBe(false);
});

test('what was said before goes along, oldest first, and the question itself does not', () => {
  expect(turns(asked('Привет'), answered('Кому пишем?'))).toEqual([
    { role: 'user', content: 'Привет' },
    { role: 'assistant', content: 'Кому пишем?' },
  ]);
});

test('a question without an answer and an apology are not part of the conversation', () => {
  const before = [asked('Раз'), answered('', 'apology'), asked('Два'), answered('Ответ')];
  expect(contents(...before)).toEqual(['Два', 'Ответ']);
});

test('what arrived of a stopped or broken answer is part of it', () => {
  const before = [asked('Раз'), answered('Поло', 'stopped'), asked('Два'), answered('', 'stopped')];
  expect(contents(...before)).toEqual(['Раз', 'Поло']);
});

test('an answer that was asked for again replaces the one that broke off', () => {
  const question = asked('Раз');
  expect(contents(question, answered('Поло', 'broken'), answered('Целое'))).toEqual([
    'Раз',
    'Целое',
  ]);
});

test('asking again sends only what came before the question', () => {
  const question = asked('Два');
  const all = [asked('Раз'), answered('Ответ'), question, answered('Поло', 'broken')];
  expect(turnsBefore(all, question.id).map(({ content }) => content)).toEqual(['Раз', 'Ответ']);
});

test('of a long conversation the latest part goes along, beginning with a question', () => {
  const exchanges = limits.assistantTurns / 2 + 30;
  const before = Array.from({ length: exchanges }, (_, n) => [asked(`в${n}`), answered(`о${n}`)]);
  const sent = turns(...before.flat());
  expect(sent).toHaveLength(limits.assistantTurns);
  expect(sent.at(0)).toEqual({ role: 'user', content: 'в30' });
  expect(sent.at(-1)).toEqual({ role: 'assistant', content: `о${exchanges - 1}` });
});

test('long answers never make a request that is refused for its size', () => {
  const long = '🗝'.repeat(limits.assistantAnswerMaxLength);
  const before = Array.from({ length: 20 }, () => [asked('Ещё'), answered(long)]).flat();
  const sent = turns(...before);
  const message = '\u0001'.repeat(limits.assistantMessageMaxLength);
  const body = JSON.stringify({ message, conversation: sent, language: 'ru' });
  expect(sent).toHaveLength(4);
  expect(conversationLength(sent)).toBeLessThanOrEqual(limits.assistantConversationMaxLength);
  expect(sent.every(({ content }) => content.length <= limits.assistantAnswerMaxLength)).toBe(true);
  expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(limits.assistantBodyBytes);
});

test('a question can be asked again until it has got a whole answer', () => {
  const question = asked('Раз');
  expect(questionToRepeat([question, answered('', 'apology')])).toBe(question);
  expect(questionToRepeat([question, answered('Поло', 'broken'), answered('', 'apology')])).toBe(
    question,
  );
  expect(questionToRepeat([question, answered('Поло', 'stopped')])).toBe(question);
  expect(questionToRepeat([question, answered('Поло', 'growing')])).toBeUndefined();
  expect(questionToRepeat([question, answered('Ответ')])).toBeUndefined();
  expect(questionToRepeat([])).toBeUndefined();
});

test('asking again leaves no apology and no answer of blanks behind', () => {
  const question = asked('Раз');
  const all = [question, answered(' \n', 'stopped'), answered('', 'apology')];
  expect(withoutEmpty(all)).toEqual([question]);
});
