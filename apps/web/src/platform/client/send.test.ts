import { expect, test } from 'vitest';
import type { RefreshResult } from '../session/session-keeper.ts';
import { refusalWords } from './refusal-words.ts';
import { createSend } from './send.ts';

const answer = (status: number, code?: string) =>
  new Response(JSON.stringify(code ? { error: { code }, request_id: 'r' } : {}), { status });

function sender(answers: Response[], refreshResult: RefreshResult = 'renewed') {
  const log: string[] = [];
  const send = createSend({
    fetch: async (path) => {
      log.push(path);
      return answers.shift() ?? answer(200);
    },
    timeout: (ms) => {
      log.push(`timeout ${ms}`);
      return new AbortController().signal;
    },
    refresh: async () => {
      log.push('refresh');
      return refreshResult;
    },
    refused: () => log.push('refused'),
  });
  return { log, send };
}

test('every call has a timeout of 10 seconds', async () => {
  const { log, send } = sender([]);
  await send('/api/profile', {});
  expect(log).toEqual(['timeout 10000', '/api/profile']);
});

test('renews an expired session once and repeats the call', async () => {
  const { log, send } = sender([answer(401, 'session_expired')]);
  expect((await send('/api/profile', {})).status).toBe(200);
  expect(log.filter((entry) => !entry.startsWith('timeout'))).toEqual([
    '/api/profile',
    'refresh',
    '/api/profile',
  ]);
});

test('repeats a call only once', async () => {
  const { log, send } = sender([answer(401, 'session_expired'), answer(401, 'session_expired')]);
  expect((await send('/api/profile', {})).status).toBe(401);
  expect(log.filter((entry) => entry === '/api/profile')).toHaveLength(2);
});

test('passes the refusal on if the session could not be renewed', async () => {
  const { send } = sender([answer(401, 'session_expired')], 'ended');
  expect((await send('/api/profile', {})).status).toBe(401);
});

test('reports a connection failure if the server cannot be reached for the renewal', async () => {
  const { send } = sender([answer(401, 'session_expired')], 'unreachable');
  await expect(send('/api/profile', {})).rejects.toThrow(TypeError);
});

test('ends the session if the server no longer has it', async () => {
  const { log, send } = sender([answer(401, 'session_missing')]);
  await send('/api/profile', {});
  expect(log).toContain('refused');
});

test('a wrong password does not trigger a renewal', async () => {
  const { log, send } = sender([answer(401, 'invalid_credentials')]);
  await send('/api/session', { method: 'POST' });
  expect(log).not.toContain('refresh');
  expect(log).not.toContain('refused');
});

test('leaves the response body readable', async () => {
  const { send } = sender([answer(401, 'invalid_credentials')]);
  const response = await send('/api/session', { method: 'POST' });
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_credentials' } });
});

test('a refusal waits for its texts, a success does not', async () => {
  const { send } = sender([answer(200), answer(409, 'version_conflict')]);
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  refusalWords.setSource(() => {
    asked.push('words');
    return promise;
  });
  await send('/api/profile', {});
  expect(asked).toEqual([]);
  const refused = send('/api/profile', {}).then(({ status }) => asked.push(`answer ${status}`));
  await expect.poll(() => asked).toEqual(['words']);
  resolve();
  await refused;
  expect(asked).toEqual(['words', 'answer 409']);
  refusalWords.setSource(async () => {});
});
