import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { expect, test } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import type { SessionState } from '../../../../platform/session/session-keeper.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import { Chat } from './chat.ts';
import { Chats } from './chats.ts';
import { KeptConversation } from './kept-conversation.ts';

const signedIn = (id: string): SessionState => ({
  status: 'signed_in',
  session: { user: { id } } as SessionView,
});

/** A tab in which Anna is signed in. */
function browser() {
  const tab = new FakeStorage();
  const storage = new PrivateStorage(() => tab);
  let state = signedIn('anna');
  let tell = () => {};
  const session = {
    state: () => state,
    subscribe: (listener: () => void) => {
      tell = listener;
    },
  };
  const chats = new Chats(
    session,
    (userId) =>
      new Chat(() => new Promise(() => {}), new KeptConversation(storage, userId), {
        nextFrame: () => {},
        stays: async () => {},
      }),
  );
  const become = (next: SessionState) => {
    state = next;
    tell();
  };
  return { chats, become, tab };
}

test('what was being typed is there again after the session has ended and begun again', () => {
  const { chats, become } = browser();
  chats.of('anna').type('Дорогая сестра');
  become({ status: 'signed_out', reason: 'ended' });
  become(signedIn('anna'));
  expect(chats.of('anna').state().typed).toBe('Дорогая сестра');
});

test.each<SessionState>([
  { status: 'signed_out', reason: 'left' },
  { status: 'signed_out', reason: 'absent' },
  signedIn('oleg'),
])('nothing is written down when its person is gone: %j', (next) => {
  const { chats, become, tab } = browser();
  const chat = chats.of('anna');
  chat.type('Дорогая сестра');
  become(next);
  chats.keep();
  chat.keep();
  expect(tab).toHaveLength(0);
});

test('a renewed session goes on with the same conversation', () => {
  const { chats, become } = browser();
  const chat = chats.of('anna');
  become(signedIn('anna'));
  expect(chats.of('anna')).toBe(chat);
});
