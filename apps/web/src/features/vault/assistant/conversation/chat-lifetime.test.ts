import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import type { SessionState } from '../../../../platform/session/session-keeper.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import { Chat } from './chat.ts';
import { PagePresence, SessionChats } from './chat-lifetime.ts';
import { StoredConversation } from './stored-conversation.ts';

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
  const chats = new SessionChats(
    session,
    (userId) =>
      new Chat(() => new Promise(() => {}), new StoredConversation(storage, userId), {
        nextFrame: () => {},
        whenPresent: async () => {},
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
  chats.save();
  chat.save();
  expect(tab).toHaveLength(0);
});

test('a renewed session goes on with the same conversation', () => {
  const { chats, become } = browser();
  const chat = chats.of('anna');
  become(signedIn('anna'));
  expect(chats.of('anna')).toBe(chat);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const page = new EventTarget();
  const presence = new PagePresence(page);
  const fire = (name: string) => page.dispatchEvent(new Event(name));
  /** Whether what waits for the page has gone on. */
  const told = async () => {
    let isTold = false;
    void presence.whenPresent().then(() => {
      isTold = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => isTold;
  };
  return { fire, told };
}

test('a page that is not being left is told at once', async () => {
  const { told } = open();
  expect((await told())()).toBe(true);
});

test('a page that is gone is never told, and one that is shown again is', async () => {
  const { fire, told } = open();
  fire('beforeunload');
  fire('pagehide');
  const isTold = await told();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isTold()).toBe(false);
  fire('pageshow');
  await vi.advanceTimersByTimeAsync(0);
  expect(isTold()).toBe(true);
});

test('a page that was only about to be left is told a little later', async () => {
  const { fire, told } = open();
  fire('beforeunload');
  const isTold = await told();
  expect(isTold()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isTold()).toBe(true);
});
