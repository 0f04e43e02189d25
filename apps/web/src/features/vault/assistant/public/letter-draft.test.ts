import { expect, test } from 'vitest';
import type { ChatMessage } from '../conversation/message-rules.ts';
import { findCurrentDraft } from './letter-draft.ts';

const message = (content: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: content,
  role: 'assistant',
  content,
  timestamp: '2026-11-17T10:00:00.000Z',
  state: 'said',
  ...more,
});
const draft = '<draft title="Письмо родным" category="relative">\nБерегите себя\n</draft>';

test('the letter of the guide is complete once a reply contains it as a draft', () => {
  const growing = findCurrentDraft([message('Вопрос 2', { draft })], 'guide');
  expect(growing).toMatchObject({ text: 'Берегите себя', isComplete: false });
  expect(growing?.facts).toEqual({ title: 'Письмо родным', category: 'relative' });
  expect(
    findCurrentDraft([message('Вопрос 2', { draft }), message(draft)], 'guide')?.isComplete,
  ).toBe(true);
});

test('restarting the guide discards its letter', () => {
  expect(
    findCurrentDraft([message('Вопрос 2', { draft }), message('Кому?')], 'guide'),
  ).toBeUndefined();
});

test('an apology keeps the letter', () => {
  const apology = message('', { state: 'apology', failure: 'network' });
  expect(findCurrentDraft([message('Вопрос 2', { draft }), apology], 'guide')?.text).toBe(
    'Берегите себя',
  );
});

test('the last draft of a language model stays until the next one starts to arrive', () => {
  const first = message('<draft>\nПервый\n</draft>');
  expect(findCurrentDraft([first, message('Что изменить?')], 'model')?.text).toBe('Первый');
  const second = message('<draft>\nВтор', { state: 'growing' });
  expect(findCurrentDraft([first, second], 'model')).toMatchObject({
    text: 'Втор',
    isComplete: false,
  });
});

test('a draft in a message of the user is ignored', () => {
  expect(findCurrentDraft([message(draft, { role: 'user' })], 'model')).toBeUndefined();
});
