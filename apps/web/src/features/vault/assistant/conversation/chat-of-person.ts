import { sessionKeeper } from '../../../../platform/session/session.ts';
import { privateTabStorage } from '../../../../platform/storage/private-storage.ts';
import { ask } from './ask.ts';
import { Chat, type ChatSurroundings } from './chat.ts';
import { Chats } from './chats.ts';
import { KeptConversation } from './kept-conversation.ts';
import { PagePresence } from './page-presence.ts';

const presence = new PagePresence(window);

const around: ChatSurroundings = {
  nextFrame: (run) => requestAnimationFrame(run),
  stays: () => presence.stays(),
};

const chats = new Chats(
  sessionKeeper,
  (userId) => new Chat(ask, new KeptConversation(privateTabStorage, userId), around),
);

/** The conversation of the signed-in person, the same one in every place. */
export function chatOf(userId: string): Chat {
  return chats.of(userId);
}

addEventListener('pagehide', () => chats.keep());
// A phone ends hidden pages without another word.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') chats.keep();
});
