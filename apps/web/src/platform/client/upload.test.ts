import { ApiError } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefreshResult } from '../session/session-keeper.ts';
import { createUpload } from './upload.ts';

const attach = {
  method: 'POST',
  path: '/instructions/{id}/files',
  body: 'bytes',
  output: 'json',
} as unknown as Endpoint;
const input = {
  params: { id: 'i1' },
  headers: { 'x-file-name': 'a.txt' },
  body: new Blob(['abc']),
};

/** The request object of the browser, with responses from the test. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  address = '';
  status = 0;
  responseText = '';
  isAborted = false;
  onload?: () => void;
  onerror?: () => void;
  onloadend?: () => void;

  open(method: string, path: string) {
    this.address = `${method} ${path}`;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  send() {
    FakeRequest.sent.push(this);
  }

  abort() {
    this.isAborted = true;
    this.onloadend?.();
  }

  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }

  fail() {
    this.onerror?.();
    this.onloadend?.();
  }
}

function start(refreshResult: RefreshResult = 'renewed') {
  const log: (string | number)[] = [];
  const controller = new AbortController();
  const upload = createUpload({
    refresh: async () => {
      log.push('refresh');
      return refreshResult;
    },
    refused: () => log.push('refused'),
  });
  const onProgress = (sentBytes: number) => log.push(sentBytes);
  const result = upload(attach, input, { signal: controller.signal, onProgress });
  // Outcomes are checked later; none may count as an unhandled rejection meanwhile.
  result.catch(() => {});
  return { log, controller, result };
}

const latest = () => FakeRequest.sent.at(-1) as FakeRequest;
const nextRequest = async (count: number) =>
  vi.waitFor(() => expect(FakeRequest.sent).toHaveLength(count));
const expired = { error: { code: 'session_expired' }, request_id: 'r' };

beforeEach(() => {
  FakeRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('sends the bytes with their name and reports progress', async () => {
  const { log, result } = start();
  expect(latest().address).toBe('POST /api/instructions/i1/files');
  expect(latest().headers).toMatchObject({
    'x-file-name': 'a.txt',
    'content-type': 'application/octet-stream',
  });
  latest().upload.onprogress?.({ loaded: 2 });
  latest().answer(200, { id: 'f1' });
  expect(await result).toEqual({ id: 'f1' });
  expect(log).toEqual([2]);
});

test('rejects with the code of a refused file', async () => {
  const { result } = start();
  latest().answer(413, { error: { code: 'file_too_large' }, request_id: 'r' });
  await expect(result).rejects.toMatchObject({ code: 'file_too_large', status: 413 });
  await expect(result).rejects.toBeInstanceOf(ApiError);
});

test('renews an expired session once and sends the file again', async () => {
  const { log, result } = start();
  latest().answer(401, expired);
  await nextRequest(2);
  latest().answer(200, { id: 'f1' });
  expect(await result).toEqual({ id: 'f1' });
  expect(log).toEqual(['refresh']);
});

test('repeats an upload only once', async () => {
  const { result } = start();
  latest().answer(401, expired);
  await nextRequest(2);
  latest().answer(401, expired);
  await expect(result).rejects.toMatchObject({ code: 'session_expired' });
  expect(FakeRequest.sent).toHaveLength(2);
});

test('ends the session if the server no longer has it', async () => {
  const { log, result } = start();
  latest().answer(401, { error: { code: 'session_missing' }, request_id: 'r' });
  await expect(result).rejects.toMatchObject({ code: 'session_missing' });
  expect(log).toEqual(['refused']);
});

test('reports a lost connection like a failed fetch', async () => {
  const { result } = start();
  latest().fail();
  await expect(result).rejects.toBeInstanceOf(TypeError);
});

test('stops when it is aborted', async () => {
  const { controller, result } = start();
  const request = latest();
  controller.abort();
  await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  expect(request.isAborted).toBe(true);
});

test('has no total timeout, but fails after a minute without progress', async () => {
  vi.useFakeTimers();
  const { result } = start();
  for (let loaded = 1; loaded <= 5; loaded += 1) {
    vi.advanceTimersByTime(59_000);
    latest().upload.onprogress?.({ loaded });
  }
  expect(latest().isAborted).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(latest().isAborted).toBe(true);
  await expect(result).rejects.toMatchObject({ name: 'TimeoutError' });
});
