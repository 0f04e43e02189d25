import { expect, test } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import type { ChatMessage } from './message-rules.ts';
import { StoredConversation } from './stored-conversation.ts';

const message: ChatMessage = {
  id: 'm1',
  role: 'user',
  content: 'Привет 🙂',
  timestamp: '2026-11-15T12:00:00.000Z',
  state: 'said',
};
const apology: ChatMessage = {
  ...message,
  id: 'm2',
  role: 'assistant',
  content: '',
  state: 'apology',
  failure: 'network',
};

function openTab() {
  const storage = new FakeStorage();
  const privateStorage = new PrivateStorage(() => storage);
  return { privateStorage, annaStore: new StoredConversation(privateStorage, 'anna') };
}

test('restores all messages and unsent text after a reload', () => {
  const { privateStorage, annaStore } = openTab();
  const conversation = { messages: [message, apology], typed: 'и ещё' };
  annaStore.save(conversation);
  expect(new StoredConversation(privateStorage, 'anna').load()).toEqual(conversation);
});

test('does not load the conversation of another user', () => {
  const { privateStorage, annaStore } = openTab();
  annaStore.save({ messages: [message], typed: '' });
  expect(new StoredConversation(privateStorage, 'oleg').load().messages).toEqual([]);
});

test('loads an answer that was growing at page unload as broken', () => {
  const { annaStore } = openTab();
  const growing: ChatMessage = { ...message, id: 'm2', role: 'assistant', state: 'growing' };
  annaStore.save({ messages: [message, growing], typed: '' });
  expect(annaStore.load().messages.at(-1)?.state).toBe('broken');
});

test.each(['', 'no json', 'null', '[]', '{"messages":5}', '{"messages":[null,{"id":1}]}'])(
  'loads an empty conversation from invalid data %j',
  (text) => {
    const { privateStorage, annaStore } = openTab();
    privateStorage.keep('anna', 'assistant', text);
    expect(annaStore.load()).toEqual({ messages: [], typed: '' });
  },
);
