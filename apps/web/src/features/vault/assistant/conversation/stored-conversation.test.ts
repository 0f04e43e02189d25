import { expect, test } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import type { ChatMessage } from './message-rules.ts';
import { StoredConversation } from './stored-conversation.ts';

const said: ChatMessage = {
  id: 'm1',
  role: 'user',
  content: 'Привет 🙂',
  timestamp: '2026-11-15T12:00:00.000Z',
  state: 'said',
};
const apology: ChatMessage = {
  ...said,
  id: 'm2',
  role: 'assistant',
  content: '',
  state: 'apology',
  failure: 'network',
};

function tab() {
  const storage = new FakeStorage();
  const kept = new PrivateStorage(() => storage);
  return { kept, annas: new StoredConversation(kept, 'anna') };
}

test('a reload finds every message and what was being written', () => {
  const { kept, annas } = tab();
  const conversation = { messages: [said, apology], typed: 'и ещё' };
  annas.save(conversation);
  expect(new StoredConversation(kept, 'anna').load()).toEqual(conversation);
});

test('nobody finds the conversation of another person', () => {
  const { kept, annas } = tab();
  annas.save({ messages: [said], typed: '' });
  expect(new StoredConversation(kept, 'oleg').load().messages).toEqual([]);
});

test('an answer that was arriving when the page was left is broken off', () => {
  const { annas } = tab();
  const growing: ChatMessage = { ...said, id: 'm2', role: 'assistant', state: 'growing' };
  annas.save({ messages: [said, growing], typed: '' });
  expect(annas.load().messages.at(-1)?.state).toBe('broken');
});

test.each(['', 'no json', 'null', '[]', '{"messages":5}', '{"messages":[null,{"id":1}]}'])(
  'takes %j for no conversation',
  (text) => {
    const { kept, annas } = tab();
    kept.keep('anna', 'assistant', text);
    expect(annas.load()).toEqual({ messages: [], typed: '' });
  },
);
