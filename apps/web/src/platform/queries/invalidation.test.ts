import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { type EndpointName, endpoints, type OwnerChange } from '@zavet/contract/endpoints';
import { expect, test, vi } from 'vitest';
import { cacheResponse, invalidateAfter } from './invalidation.ts';
import { endpointKey } from './query-keys.ts';

const names = Object.keys(endpoints) as EndpointName[];

/** Reads every endpoint once and returns those that are stale after the change. */
async function staleAfter(change: OwnerChange, options = {}): Promise<string[]> {
  const client = new QueryClient();
  for (const name of names) client.setQueryData(endpointKey(name, { params: { id: 'i1' } }), {});
  await invalidateAfter(client, change, options);
  const isStale = ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated;
  return client
    .getQueryCache()
    .findAll({ predicate: isStale })
    .map(({ queryKey }) => String(queryKey[0]))
    .sort();
}

test('a new contact invalidates every list that shows contacts', async () => {
  expect(await staleAfter('createContact')).toEqual([
    'getDashboard',
    'getProtocolRules',
    'getReadiness',
    'getRehearsals',
    'listContacts',
    'listInstructions',
    'listSecurityEvents',
    'previewLetters',
  ]);
});

test('a question to the assistant invalidates nothing', async () => {
  expect(await staleAfter('askAssistant')).toEqual([]);
});

test('a failed operator action refetches its list, but not the account, because each reading is logged', async () => {
  expect(await staleAfter('suspendAccount')).toEqual(['getAccount']);
  expect(await staleAfter('suspendAccount', { hasFailed: true })).toEqual([]);
  expect(await staleAfter('refundAgain', { hasFailed: true })).toEqual([
    'getPaymentTrouble',
    'listPaymentTroubles',
  ]);
});

test('an instruction in an open form is only marked as stale, while its list is refetched', async () => {
  const client = new QueryClient();
  const form = {
    queryKey: endpointKey('getInstruction', { params: { id: 'i1' } }),
    queryFn: vi.fn(async () => 'read'),
  };
  const list = { queryKey: endpointKey('listInstructions'), queryFn: vi.fn(async () => 'read') };
  const shown = [form, list].map((query) => new QueryObserver(client, query).subscribe(() => {}));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await invalidateAfter(client, 'deleteInstruction');
  expect(list.queryFn).toHaveBeenCalledTimes(2);
  expect(form.queryFn).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(form.queryKey)?.isInvalidated).toBe(true);
  for (const hide of shown) hide();
});

test('a response that equals that of a query is cached without another call', () => {
  const client = new QueryClient();
  cacheResponse(client, 'setAutoRenewal', {}, 'new plan');
  expect(client.getQueryData(endpointKey('getPlan'))).toBe('new plan');
  const params = { id: 'r1' };
  cacheResponse(client, 'settleSupportRequest', { params }, 'settled');
  expect(client.getQueryData(endpointKey('getSupportRequest', { params }))).toBe('settled');
});
