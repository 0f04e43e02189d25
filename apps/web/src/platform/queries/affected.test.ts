import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { readAgainAfter } from './affected.ts';
import { type Entity, queryKeys } from './query-keys.ts';

/** Everything has been read once; which of it is old after the change? */
async function oldAfter(change: Parameters<typeof readAgainAfter>[1]): Promise<string[]> {
  const client = new QueryClient();
  const entities = Object.keys(queryKeys) as Entity[];
  for (const entity of entities) client.setQueryData([entity, 'id'], 'read');
  await readAgainAfter(client, change);
  return entities.filter((entity) => client.getQueryState([entity, 'id'])?.isInvalidated).sort();
}

test('who names a contact sees it in every list that shows contacts', async () => {
  expect(await oldAfter('createContact')).toEqual([
    'contacts',
    'dashboard',
    'instructions',
    'protocolRules',
    'readiness',
    'rehearsals',
    'securityEvents',
    'wouldReceive',
  ]);
});

test('a question to the assistant makes nothing old', async () => {
  expect(await oldAfter('askAssistant')).toEqual([]);
});

test('an instruction in an open form is only marked as old, its list is read again', async () => {
  const client = new QueryClient();
  const form = vi.fn(async () => 'read');
  const list = vi.fn(async () => 'read');
  const shown = [
    new QueryObserver(client, { queryKey: queryKeys.instruction('i1'), queryFn: form }),
    new QueryObserver(client, { queryKey: queryKeys.instructions(), queryFn: list }),
  ].map((observer) => observer.subscribe(() => {}));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await readAgainAfter(client, 'deleteInstruction');
  expect(list).toHaveBeenCalledTimes(2);
  expect(form).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(queryKeys.instruction('i1'))?.isInvalidated).toBe(true);
  for (const hide of shown) hide();
});
