import { addresses } from 'virtual:endpoint-addresses';
import { errorOf, requestOf, streamedLines } from '@zavet/contract/client';
import { keepingSession } from '../../../../platform/client/send.ts';
import { transferFetch } from '../../../../platform/client/transfer-fetch.ts';
import { keptSession, sessionKeeper } from '../../../../platform/session/session.ts';
import { privateTabStorage } from '../../../../platform/storage/private-storage.ts';
import { currentLanguage } from '../../../../ui/language/i18n.ts';
import { jsonLines, readAnswer } from './answer-stream.ts';
import { Chat, type ChatEnvironment, type RequestAnswer } from './chat.ts';
import { PagePresence, SessionChats } from './chat-lifetime.ts';
import { StoredConversation } from './stored-conversation.ts';

const send = keepingSession(keptSession, transferFetch);

const requestAnswer: RequestAnswer = async (request, { signal, onText }) => {
  const { path, ...init } = requestOf(addresses.askAssistant, {
    headers: { accept: streamedLines },
    body: { ...request, language: currentLanguage() },
  });
  const response = await send(path, { ...init, signal });
  if (!response.ok || !response.body) throw await errorOf(response);
  return readAnswer(jsonLines(response.body), onText);
};

const presence = new PagePresence(window);

const environment: ChatEnvironment = {
  nextFrame: (run) => requestAnimationFrame(run),
  whenPresent: () => presence.whenPresent(),
};

const chats = new SessionChats(
  sessionKeeper,
  (userId) =>
    new Chat(requestAnswer, new StoredConversation(privateTabStorage, userId), environment),
);

/** Returns the same chat for the same user until the session ends. */
export function chatOf(userId: string): Chat {
  return chats.of(userId);
}

addEventListener('pagehide', () => chats.save());
// Phones discard hidden pages without further events.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') chats.save();
});
