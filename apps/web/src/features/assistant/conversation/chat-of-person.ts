import { useSyncExternalStore } from 'react';
import { sessionKeeper } from '../../session/api.ts';
import { privateTabStorage } from '../../session/private-storage.ts';
import { ask } from '../api/ask.ts';
import { Chat } from './chat.ts';
import { KeptConversation } from './kept-conversation.ts';

let current: { userId: string; chat: Chat } | undefined;

/** The conversation of the signed-in person, the same one wherever it is shown. */
export function chatOf(userId: string): Chat {
  if (current?.userId !== userId) {
    current?.chat.end();
    current = { userId, chat: new Chat(ask, new KeptConversation(privateTabStorage, userId)) };
  }
  return current.chat;
}

export function useChatState(chat: Chat) {
  return useSyncExternalStore(chat.subscribe, chat.state);
}

sessionKeeper.subscribe(() => {
  const session = sessionKeeper.state();
  const isOver =
    session.status === 'signed_out' ||
    (session.status === 'signed_in' && session.session.user.id !== current?.userId);
  if (!isOver) return;
  current?.chat.end();
  current = undefined;
});

addEventListener('pagehide', () => current?.chat.keep());
