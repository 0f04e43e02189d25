import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { fakeServer } from '../../../test/fake-server.ts';
import { endpointKey } from './query-keys.ts';
import { useEndpoint, useEndpointPages } from './use-endpoint.ts';
import { useMutationOf } from './use-mutation-of.ts';

const closed = { is_operator: true, open_until: null };
const open = { is_operator: true, open_until: '2026-11-01T18:40:00.000Z' };

/** Renders a hook with a new cache. */
async function render<Result>(hook: () => Result) {
  const client = new QueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...(await renderHook(hook, { wrapper })) };
}

/** The desk is cached and can be closed; further reads are pending. */
async function renderDesk() {
  fakeServer.answer('getDesk', open);
  const hook = () => ({
    desk: useEndpoint('getDesk'),
    open: useMutationOf('openDesk'),
    close: useMutationOf('closeDesk'),
  });
  const rendered = await render(hook);
  await expect.poll(() => rendered.result.current.desk.data).toEqual(open);
  fakeServer.answer('getDesk', closed);
  return { ...rendered, release: fakeServer.hold('getDesk') };
}

it('caches responses to different inputs separately', async () => {
  fakeServer.answer('listReviews', { reviews: [], next: null });
  await render(() => [
    useEndpointPages('listReviews', { query: { state: 'open' } }),
    useEndpointPages('listReviews', { query: { state: 'decided' } }),
    useEndpointPages('listReviews', { query: { state: 'open' } }),
  ]);
  await expect.poll(() => fakeServer.callsOf('listReviews').length).toBe(2);
  const states = fakeServer.callsOf('listReviews').map(({ query }) => query.state);
  expect(states).toEqual(['open', 'decided']);
});

it('aborts a read when the last screen that needs it unmounts', async () => {
  fakeServer.answer('getDesk', open);
  const release = fakeServer.hold('getDesk');
  const { client, unmount } = await render(() => useEndpoint('getDesk'));
  const state = () => client.getQueryState(endpointKey('getDesk'))?.fetchStatus;
  await expect.poll(state).toBe('fetching');
  await unmount();
  await expect.poll(state).toBe('idle');
  release();
});

it('reads page by page with the cursor of the previous page, in both formats of cursors', async () => {
  fakeServer.answer('listLetters', ({ query }) => ({
    letters: [],
    next: query.after ? null : 'b',
  }));
  fakeServer.answer('listMailboxMessages', ({ query }) => ({
    messages: [],
    next_cursor: query.cursor ? null : 'c',
    found: null,
  }));
  const { result } = await render(() => ({
    letters: useEndpointPages('listLetters', {}),
    mails: useEndpointPages('listMailboxMessages', { query: { folder: 'inbox' } }),
  }));
  for (const list of ['letters', 'mails'] as const) {
    await expect.poll(() => result.current[list].hasNextPage).toBe(true);
    await result.current[list].fetchNextPage();
    await expect.poll(() => result.current[list].hasNextPage).toBe(false);
  }
  expect(fakeServer.callsOf('listLetters').map(({ query }) => query)).toEqual([{}, { after: 'b' }]);
  expect(fakeServer.callsOf('listMailboxMessages').map(({ query }) => query)).toEqual([
    { folder: 'inbox' },
    { folder: 'inbox', cursor: 'c' },
  ]);
});

it('a change is pending until the screen shows it', async () => {
  fakeServer.answer('closeDesk', {});
  const { result, release } = await renderDesk();
  result.current.close.mutate();
  await expect.poll(() => fakeServer.callsOf('getDesk').length).toBe(2);
  expect(result.current.close.isPending).toBe(true);
  release();
  await expect.poll(() => result.current.close.isSuccess).toBe(true);
  expect(result.current.desk.data).toEqual(closed);
});

it('a change whose response updates the cache does not wait for queries', async () => {
  const later = { ...open, open_until: '2026-11-02T18:40:00.000Z' };
  fakeServer.answer('openDesk', later);
  const { result, release } = await renderDesk();
  result.current.open.mutate({ body: { code: '123456' } });
  await expect.poll(() => result.current.open.isSuccess).toBe(true);
  expect(result.current.desk.data).toEqual(later);
  release();
});

it('a failure is reported immediately, and stale queries are refetched', async () => {
  fakeServer.refuse('closeDesk', 409, 'version_conflict');
  const { result, release } = await renderDesk();
  result.current.close.mutate();
  await expect.poll(() => result.current.close.isError).toBe(true);
  expect(result.current.desk.data).toEqual(open);
  release();
  await expect.poll(() => result.current.desk.data).toEqual(closed);
});
