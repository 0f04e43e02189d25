import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { OtherTabs } from '../state/other-tabs.ts';
import { type ChangedQueries, SharedQueryClient } from './query-client.ts';

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Tabs of one browser: each receives the messages of the others and not its own. */
function tabs(count: number) {
  const listeners: Parameters<OtherTabs<ChangedQueries>['listen']>[0][] = [];
  return Array.from(
    { length: count },
    (_, own) =>
      new SharedQueryClient({
        send: (change) => {
          for (const [place, listener] of listeners.entries()) if (place !== own) listener(change);
        },
        listen: (listener) => {
          listeners[own] = listener;
        },
      }),
  );
}

/** Starts an active query in a tab, waits for its first read, and counts its reads. */
async function shownList(client: SharedQueryClient, name: string) {
  const reads = vi.fn(async () => ({ entries: [] }));
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: reads });
  const hide = observer.subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryState([name])?.fetchStatus).toBe('idle'));
  expect(reads).toHaveBeenCalledTimes(1);
  return { reads, hide };
}

test('a list is refetched after a change in another tab, even if that tab never showed it', async () => {
  const [here, there] = tabs(2);
  if (!here || !there) throw new Error('no tabs');
  const list = await shownList(here, 'instructions');
  const other = await shownList(here, 'contacts');
  await there.invalidateQueries({ queryKey: ['instructions'] });
  await vi.waitFor(() => expect(list.reads).toHaveBeenCalledTimes(2));
  expect(other.reads).toHaveBeenCalledTimes(1);
  list.hide();
  other.hide();
});

test('a query is only marked as stale if the changing tab excluded it from refetching', async () => {
  const [here, there] = tabs(2);
  if (!here || !there) throw new Error('no tabs');
  const form = await shownList(here, 'instruction');
  await there.invalidateQueries({ queryKey: ['instruction'], refetchType: 'none' });
  expect(here.getQueryState(['instruction'])?.isInvalidated).toBe(true);
  expect(form.reads).toHaveBeenCalledTimes(1);
  form.hide();
});

test('a list is refetched once after a change in its own tab, without a message loop between tabs', async () => {
  const [here, there] = tabs(2);
  if (!here || !there) throw new Error('no tabs');
  const lists = [await shownList(here, 'contacts'), await shownList(there, 'contacts')];
  await here.invalidateQueries({ queryKey: ['contacts'] });
  for (const { reads } of lists) await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setImmediate(resolve));
  for (const { reads, hide } of lists) {
    expect(reads).toHaveBeenCalledTimes(2);
    hide();
  }
});

test('a list is refetched when the window regains the focus after a while', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const [client] = tabs(1);
  if (!client) throw new Error('no tab');
  client.mount();
  focusManager.setFocused(false);
  const list = await shownList(client, 'instructions');
  vi.setSystemTime(1_000_000 + 60_000);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(list.reads).toHaveBeenCalledTimes(2));
  list.hide();
  client.unmount();
});
