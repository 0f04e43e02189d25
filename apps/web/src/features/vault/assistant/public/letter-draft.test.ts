import { expect, test } from 'vitest';
import type { ChatMessage } from '../conversation/message-rules.ts';
import { currentDraft } from './letter-draft.ts';

const said = (content: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: content,
  role: 'assistant',
  content,
  timestamp: '2026-11-17T10:00:00.000Z',
  state: 'said',
  ...more,
});
const soFar = '<draft title="Письмо родным" category="relative">\nБерегите себя\n</draft>';

test('the letter of the guide grows beside its questions and is whole once it says so', () => {
  const growing = currentDraft([said('Вопрос 2', { draft: soFar })], 'guide');
  expect(growing).toMatchObject({ text: 'Берегите себя', isWhole: false });
  expect(growing?.facts).toEqual({ title: 'Письмо родным', category: 'relative' });
  expect(currentDraft([said('Вопрос 2', { draft: soFar }), said(soFar)], 'guide')?.isWhole).toBe(
    true,
  );
});

test('going back to the beginning leaves no letter of the guide', () => {
  expect(
    currentDraft([said('Вопрос 2', { draft: soFar }), said('Кому?')], 'guide'),
  ).toBeUndefined();
});

test('an apology does not take the letter away', () => {
  const apology = said('', { state: 'apology', failure: 'network' });
  expect(currentDraft([said('Вопрос 2', { draft: soFar }), apology], 'guide')?.text).toBe(
    'Берегите себя',
  );
});

test('the last draft of a language model holds until there is another, and is read while it comes', () => {
  const first = said('<draft>\nПервый\n</draft>');
  expect(currentDraft([first, said('Что изменить?')], 'model')?.text).toBe('Первый');
  const second = said('<draft>\nВтор', { state: 'growing' });
  expect(currentDraft([first, second], 'model')).toMatchObject({ text: 'Втор', isWhole: false });
});

test('what a person writes is no letter', () => {
  expect(currentDraft([said(soFar, { role: 'user' })], 'model')).toBeUndefined();
});
