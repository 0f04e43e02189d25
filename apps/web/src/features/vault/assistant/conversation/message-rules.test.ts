import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { limits } from '@zavet/contract/limits';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { conversationLength, wrapDraft } from '@zavet/contract/vault/reply-rules';
import { expect, test } from 'vitest';
import { IncompleteAnswerError } from './answer-stream.ts';
import {
  type ChatMessage,
  failureOf,
  findQuestionToRepeat,
  isChoosingCategory,
  isSendable,
  type MessageState,
  messageLength,
  removeBlank,
  turnsBefore,
} from './message-rules.ts';

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
const userMessage = (content: string) => message('user', content);
const reply = (content: string, state?: MessageState) => message('assistant', content, state);

const nextQuestion = userMessage('А дальше?');
const turns = (...before: ChatMessage[]) => turnsBefore([...before, nextQuestion], nextQuestion.id);
const contents = (...before: ChatMessage[]) => turns(...before).map(({ content }) => content);

test('leading and trailing whitespace does not count towards the message length', () => {
  const most = 'я'.repeat(limits.assistantMessageMaxLength);
  expect(messageLength('  да \n')).toBe(2);
  expect(isSendable(' \n ')).toBe(false);
  expect(isSendable(` ${most} `)).toBe(true);
  expect(isSendable(`${most}я`)).toBe(false);
});

test('sends the earlier exchanges with a question, oldest first, without the question itself', () => {
  expect(turns(userMessage('Привет'), reply('Кому пишем?'))).toEqual([
    { role: 'user', content: 'Привет' },
    { role: 'assistant', content: 'Кому пишем?' },
  ]);
});

test('does not send unanswered questions and apologies', () => {
  const before = [userMessage('Раз'), reply('', 'apology'), userMessage('Два'), reply('Ответ')];
  expect(contents(...before)).toEqual(['Два', 'Ответ']);
});

test('sends the text of a stopped or broken answer', () => {
  const before = [
    userMessage('Раз'),
    reply('Поло', 'stopped'),
    userMessage('Два'),
    reply('', 'stopped'),
  ];
  expect(contents(...before)).toEqual(['Раз', 'Поло']);
});

test('sends only the repeated answer, not the broken one before it', () => {
  const question = userMessage('Раз');
  expect(contents(question, reply('Поло', 'broken'), reply('Целое'))).toEqual(['Раз', 'Целое']);
});

test('a repeated question is sent with the exchanges before it only', () => {
  const question = userMessage('Два');
  const all = [userMessage('Раз'), reply('Ответ'), question, reply('Поло', 'broken')];
  expect(turnsBefore(all, question.id).map(({ content }) => content)).toEqual(['Раз', 'Ответ']);
});

test('sends the latest part of a long conversation, starting with a question', () => {
  const exchanges = limits.assistantTurns / 2 + 30;
  const before = Array.from({ length: exchanges }, (_, n) => [
    userMessage(`в${n}`),
    reply(`о${n}`),
  ]);
  const sent = turns(...before.flat());
  expect(sent).toHaveLength(limits.assistantTurns);
  expect(sent.at(0)).toEqual({ role: 'user', content: 'в30' });
  expect(sent.at(-1)).toEqual({ role: 'assistant', content: `о${exchanges - 1}` });
});

test('a conversation of long answers stays within the request limits', () => {
  const long = '🗝'.repeat(limits.assistantAnswerMaxLength);
  const before = Array.from({ length: 20 }, () => [userMessage('Ещё'), reply(long)]).flat();
  const sent = turns(...before);
  const message = '\u0001'.repeat(limits.assistantMessageMaxLength);
  const body = JSON.stringify({ message, conversation: sent, language: 'ru' });
  expect(sent).toHaveLength(4);
  expect(conversationLength(sent)).toBeLessThanOrEqual(limits.assistantConversationMaxLength);
  expect(sent.every(({ content }) => content.length <= limits.assistantAnswerMaxLength)).toBe(true);
  expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(limits.assistantBodyBytes);
});

test('a question can be repeated until its answer is complete', () => {
  const question = userMessage('Раз');
  expect(findQuestionToRepeat([question, reply('', 'apology')])).toBe(question);
  expect(findQuestionToRepeat([question, reply('Поло', 'broken'), reply('', 'apology')])).toBe(
    question,
  );
  expect(findQuestionToRepeat([question, reply('Поло', 'stopped')])).toBe(question);
  expect(findQuestionToRepeat([question, reply('Поло', 'growing')])).toBeUndefined();
  expect(findQuestionToRepeat([question, reply('Ответ')])).toBeUndefined();
  expect(findQuestionToRepeat([])).toBeUndefined();
});

test('a repeat removes apologies and blank answers', () => {
  const question = userMessage('Раз');
  const all = [question, reply(' \n', 'stopped'), reply('', 'apology')];
  expect(removeBlank(all)).toEqual([question]);
});

const chatMessage = (role: ChatMessage['role'], content: string): ChatMessage => ({
  id: content,
  role,
  content,
  state: 'said',
  timestamp: '2026-11-15T12:00:00.000Z',
});
const list = instructionCategories.map((category, index) => `${index + 1}. ${category}`);
const isChoosingAfter = (...replies: string[]) =>
  isChoosingCategory(
    replies.flatMap((reply) => [chatMessage('user', 'Да'), chatMessage('assistant', reply)]),
  );

test('the guide expects a category first, while it lists the categories, and after a draft', () => {
  expect(isChoosingAfter()).toBe(true);
  expect(isChoosingAfter(`Из этих слов неясно, для кого распоряжение.\n\n${list.join('\n')}`)).toBe(
    true,
  );
  expect(isChoosingAfter(`Черновик готов.\n${wrapDraft('Анна')}\nПроверьте.`)).toBe(true);
});

test('the guide expects no category after a question about the letter, and ignores a blank answer', () => {
  const question = 'Вопрос 1 из 7. О чём письмо?';
  expect(isChoosingAfter(list.join('\n'), question)).toBe(false);
  expect(isChoosingAfter(question, ' ')).toBe(false);
});

const apiError = (code: ErrorCode, facts = {}) =>
  new ApiError(500, { error: { code, facts }, request_id: 'r' });

test('distinguishes a network failure from a timeout and from an unreadable answer', () => {
  expect(failureOf(new TypeError('Failed to fetch'))).toBe('network');
  expect(failureOf(new IncompleteAnswerError())).toBe('unknown');
  expect(failureOf(new SyntaxError('no JSON'))).toBe('unknown');
  expect(failureOf(new DOMException('', 'TimeoutError'))).toBe('timeout');
});

test('keeps the error code of the server unless it is uninformative', () => {
  expect(failureOf(apiError('database_unavailable'))).toBe('database_unavailable');
  expect(failureOf(apiError('internal_error'))).toBe('unknown');
  expect(failureOf(new ApiError(502, undefined))).toBe('unknown');
});

test('distinguishes the rate limit per minute from the limit per day', () => {
  const refused = (seconds: number) =>
    failureOf(apiError('too_many_requests', { retry_after_seconds: seconds }));
  expect(refused(40)).toBe('too_many_now');
  expect(refused(9 * 3600)).toBe('too_many_today');
  expect(failureOf(apiError('too_many_requests'))).toBe('too_many_now');
});
