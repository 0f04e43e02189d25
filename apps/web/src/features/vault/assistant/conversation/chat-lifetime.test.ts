import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeStorage } from '../../../../../test/fake-storage.ts';
import type { SessionState } from '../../../../platform/session/session-keeper.ts';
import { PrivateStorage } from '../../../../platform/storage/private-storage.ts';
import { Chat } from './chat.ts';
import { PagePresence, SessionChats } from './chat-lifetime.ts';
import { StoredConversation } from './stored-conversation.ts';

const signedInAs = (id: string): SessionState => ({
  status: 'signed_in',
  session: { user: { id } } as SessionView,
});

/** Opens a tab in which Anna is signed in. */
function openTab() {
  const tab = new FakeStorage();
  const storage = new PrivateStorage(() => tab);
  let state = signedInAs('anna');
  let notify = () => {};
  const session = {
    state: () => state,
    subscribe: (listener: () => void) => {
      notify = listener;
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
  const setSession = (next: SessionState) => {
    state = next;
    notify();
  };
  return { chats, setSession, tab };
}

test('typed text survives an expired session and the next sign-in', () => {
  const { chats, setSession } = openTab();
  chats.chatOf('anna').type('Дорогая сестра');
  setSession({ status: 'signed_out', reason: 'ended' });
  setSession(signedInAs('anna'));
  expect(chats.chatOf('anna').state().typed).toBe('Дорогая сестра');
});

test.each<SessionState>([
  { status: 'signed_out', reason: 'left' },
  { status: 'signed_out', reason: 'absent' },
  signedInAs('oleg'),
])('nothing is stored after a sign-out or a change of user: %j', (next) => {
  const { chats, setSession, tab } = openTab();
  const chat = chats.chatOf('anna');
  chat.type('Дорогая сестра');
  setSession(next);
  chats.save();
  chat.save();
  expect(tab).toHaveLength(0);
});

test('a renewed session keeps the same chat', () => {
  const { chats, setSession } = openTab();
  const chat = chats.chatOf('anna');
  setSession(signedInAs('anna'));
  expect(chats.chatOf('anna')).toBe(chat);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openPage() {
  const page = new EventTarget();
  const presence = new PagePresence(page);
  const fire = (name: string) => page.dispatchEvent(new Event(name));
  const startWaiting = async () => {
    let isResolved = false;
    void presence.whenPresent().then(() => {
      isResolved = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => isResolved;
  };
  return { fire, startWaiting };
}

test('whenPresent resolves immediately while the page is not unloading', async () => {
  const { startWaiting } = openPage();
  expect((await startWaiting())()).toBe(true);
});

test('whenPresent does not resolve for a hidden page until it is shown again', async () => {
  const { fire, startWaiting } = openPage();
  fire('beforeunload');
  fire('pagehide');
  const isResolved = await startWaiting();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isResolved()).toBe(false);
  fire('pageshow');
  await vi.advanceTimersByTimeAsync(0);
  expect(isResolved()).toBe(true);
});

test('whenPresent resolves after a delay if the navigation did not happen', async () => {
  const { fire, startWaiting } = openPage();
  fire('beforeunload');
  const isResolved = await startWaiting();
  expect(isResolved()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isResolved()).toBe(true);
});
