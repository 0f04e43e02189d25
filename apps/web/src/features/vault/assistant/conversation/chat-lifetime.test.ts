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

/** A tab with Anna signed in. */
function browser() {
  const tab = new FakeStorage();
  const storage = new PrivateStorage(() => tab);
  let state = signedIn('anna');
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
  const become = (next: SessionState) => {
    state = next;
    notify();
  };
  return { chats, become, tab };
}

test('typed text survives an expired session and the next sign-in', () => {
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
])('nothing is stored after a sign-out or a change of user: %j', (next) => {
  const { chats, become, tab } = browser();
  const chat = chats.of('anna');
  chat.type('Дорогая сестра');
  become(next);
  chats.save();
  chat.save();
  expect(tab).toHaveLength(0);
});

test('a renewed session keeps the same chat', () => {
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
  const { startWaiting } = open();
  expect((await startWaiting())()).toBe(true);
});

test('whenPresent does not resolve for a hidden page until it is shown again', async () => {
  const { fire, startWaiting } = open();
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
  const { fire, startWaiting } = open();
  fire('beforeunload');
  const isResolved = await startWaiting();
  expect(isResolved()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isResolved()).toBe(true);
});
