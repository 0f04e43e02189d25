import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { wrapDraft } from '@zavet/contract/vault/reply-rules';
import { expect, test } from 'vitest';
import { isChoosingIn } from './choosing.ts';
import type { ChatMessage } from './messages.ts';

const message = (role: ChatMessage['role'], content: string): ChatMessage => ({
  id: content,
  role,
  content,
  state: 'said',
  timestamp: '2026-11-15T12:00:00.000Z',
});
const list = instructionCategories.map((category, index) => `${index + 1}. ${category}`);
const isChoosingAfter = (...replies: string[]) =>
  isChoosingIn(replies.flatMap((reply) => [message('user', 'Да'), message('assistant', reply)]));

test('the guide waits for a category at first, while it lists them, and after a draft', () => {
  expect(isChoosingAfter()).toBe(true);
  expect(isChoosingAfter(`Из этих слов неясно, для кого распоряжение.\n\n${list.join('\n')}`)).toBe(
    true,
  );
  expect(isChoosingAfter(`Черновик готов.\n${wrapDraft('Анна')}\nПроверьте.`)).toBe(true);
});

test('once it asks about the letter it does not, and an answer of which nothing came changes nothing', () => {
  const question = 'Вопрос 1 из 7. О чём письмо?';
  expect(isChoosingAfter(list.join('\n'), question)).toBe(false);
  expect(isChoosingAfter(question, ' ')).toBe(false);
});
