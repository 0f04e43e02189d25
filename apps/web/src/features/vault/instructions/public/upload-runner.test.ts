import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import { expect, test } from 'vitest';
import type { UploadOptions } from '../../../../platform/client/upload.ts';
import {
  applyEvent,
  type NewUpload,
  type Upload,
  type UploadEvent,
  UploadRunner,
  uploadsToStart,
} from './upload-runner.ts';

interface SentFile {
  name: string;
  options: UploadOptions;
  arrive: () => void;
  fail: (error: unknown) => void;
}

/** Starts uploads whose responses the test controls. */
function startUploads(...names: string[]) {
  const sent: SentFile[] = [];
  const log: string[] = [];
  const runner = new UploadRunner(
    (_targetId, file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
        const arrive = () => resolve({ file_name: file.name } as FileView);
        sent.push({ name: file.name, options, arrive, fail: reject });
      }),
  );
  const stop = runner.listen({
    onDone: (upload) => log.push(`done ${upload.file_name}`),
    onFailed: (upload) => log.push(`failed ${upload.file_name}`),
    onIdle: (uploads) => log.push(`idle ${uploads.map(({ state }) => state.kind)}`),
  });
  runner.add(
    'i1',
    names.map((name) => new File(['content'], name)),
  );
  const respond = async (name: string, act: (request: SentFile) => void) => {
    const request = sent.findLast((candidate) => candidate.name === name);
    if (request) act(request);
    // The runner handles the response in several microtasks.
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
  };
  const idOf = (name: string) =>
    runner.state().find((upload) => upload.file_name === name)?.id ?? '';
  const states = () => runner.state().map(({ state }) => state.kind);
  return { runner, stop, sent, log, respond, idOf, states };
}

const refusal = (code: ErrorCode) => new ApiError(409, { error: { code }, request_id: 'r' });

test('uploads at most three files in parallel and starts the next one after each completion', async () => {
  const { sent, respond } = startUploads('a', 'b', 'c', 'd');
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  await respond('b', ({ arrive }) => arrive());
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('reports a failed file and uploads the others', async () => {
  const { log, respond, states } = startUploads('a', 'b');
  await respond('a', ({ fail }) => fail(refusal('file_content_mismatch')));
  await respond('b', ({ arrive }) => arrive());
  expect(states()).toEqual(['failed', 'done']);
  expect(log).toEqual(['failed a', 'done b', 'idle failed,done']);
});

test('a retry uploads the file again', async () => {
  const { runner, sent, log, respond, idOf, states } = startUploads('a');
  await respond('a', ({ fail }) => fail(new TypeError('Failed to fetch')));
  runner.retry(idOf('a'));
  expect(sent).toHaveLength(2);
  await respond('a', ({ arrive }) => arrive());
  expect(states()).toEqual(['done']);
  expect(log.at(-1)).toBe('idle done');
});

test('a retried file that is already attached counts as done', async () => {
  const { runner, respond, idOf, states } = startUploads('a');
  await respond('a', ({ fail }) => fail(new TypeError('Failed to fetch')));
  runner.retry(idOf('a'));
  await respond('a', ({ fail }) => fail(refusal('file_already_attached')));
  expect(states()).toEqual(['done']);
});

test('a new file that is already attached counts as failed', async () => {
  const { respond, states } = startUploads('a');
  await respond('a', ({ fail }) => fail(refusal('file_already_attached')));
  expect(states()).toEqual(['failed']);
});

test('cancelling aborts the request without a failure and starts the next upload', async () => {
  const { runner, sent, log, respond, idOf, states } = startUploads('a', 'b', 'c', 'd');
  runner.cancel(idOf('a'));
  await respond('a', () => {});
  expect(sent[0]?.options.signal.aborted).toBe(true);
  expect(sent.map(({ name }) => name)).toContain('d');
  expect(states()[0]).toBe('cancelled');
  expect(log).toEqual([]);
});

test('a cancelled waiting file is never sent', async () => {
  const { runner, sent, respond, idOf } = startUploads('a', 'b', 'c', 'd');
  runner.cancel(idOf('d'));
  await respond('a', ({ arrive }) => arrive());
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('subscribers are notified of progress', () => {
  const { runner, sent } = startUploads('a');
  const seen: unknown[] = [];
  runner.subscribe(() => seen.push(runner.state()[0]?.state));
  sent[0]?.options.onProgress(3);
  expect(seen).toEqual([{ kind: 'sending', sentBytes: 3 }]);
});

test('removing the listener cancels all uploads and starts no further ones', () => {
  const { stop, sent, log, states } = startUploads('a', 'b', 'c', 'd');
  stop();
  expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(log).toEqual([]);
  expect(sent.every(({ options }) => options.signal.aborted)).toBe(true);
});

const file = (id: string): NewUpload => ({
  id,
  target_id: 'i1',
  file_name: `${id}.pdf`,
  size_bytes: 1000,
});

const after = (...events: UploadEvent[]): readonly Upload[] =>
  events.reduce<readonly Upload[]>(applyEvent, []);
const added = (...ids: string[]): UploadEvent => ({ kind: 'added', uploads: ids.map(file) });
const states = (uploads: readonly Upload[]) => uploads.map(({ state }) => state.kind);
const dueIds = (uploads: readonly Upload[]) => uploadsToStart(uploads).map(({ id }) => id);

test('at most three uploads are due at a time', () => {
  const queue = after(added('a', 'b', 'c', 'd', 'e'));
  expect(dueIds(queue)).toEqual(['a', 'b', 'c']);
  const running = after(
    added('a', 'b', 'c', 'd', 'e'),
    { kind: 'started', id: 'a' },
    { kind: 'started', id: 'b' },
    { kind: 'started', id: 'c' },
  );
  expect(dueIds(running)).toEqual([]);
  expect(dueIds(applyEvent(running, { kind: 'succeeded', id: 'b' }))).toEqual(['d']);
  expect(dueIds(applyEvent(running, { kind: 'failed', id: 'b', error: 'x' }))).toEqual(['d']);
  expect(dueIds(applyEvent(running, { kind: 'cancelled', id: 'b' }))).toEqual(['d']);
});

test('files added later are queued behind the earlier ones', () => {
  expect(dueIds(after(added('a', 'b'), added('c', 'd')))).toEqual(['a', 'b', 'c']);
});

test('progress applies only to a running upload and is capped at the file size', () => {
  const running = after(added('a'), { kind: 'started', id: 'a' });
  const progressed = applyEvent(running, { kind: 'progressed', id: 'a', sentBytes: 400 });
  expect(progressed[0]?.state).toEqual({ kind: 'sending', sentBytes: 400 });
  const beyond = applyEvent(running, { kind: 'progressed', id: 'a', sentBytes: 5000 });
  expect(beyond[0]?.state).toEqual({ kind: 'sending', sentBytes: 1000 });
  const waiting = after(added('a'), { kind: 'progressed', id: 'a', sentBytes: 400 });
  expect(states(waiting)).toEqual(['waiting']);
});

test('a failed upload does not affect the others', () => {
  const queue = after(
    added('a', 'b'),
    { kind: 'started', id: 'a' },
    { kind: 'started', id: 'b' },
    { kind: 'failed', id: 'a', error: 'too large' },
    { kind: 'succeeded', id: 'b' },
  );
  expect(queue.map(({ state }) => state)).toEqual([
    { kind: 'failed', error: 'too large' },
    { kind: 'done' },
  ]);
});

test('a failed or cancelled upload can be retried, a completed one cannot', () => {
  const start: UploadEvent = { kind: 'started', id: 'a' };
  const retry: UploadEvent = { kind: 'retried', id: 'a' };
  const failed = after(added('a'), start, { kind: 'failed', id: 'a', error: 'x' }, retry);
  expect(states(failed)).toEqual(['waiting']);
  expect(applyEvent(failed, start)[0]?.attempts).toBe(2);
  expect(states(after(added('a'), { kind: 'cancelled', id: 'a' }, retry))).toEqual(['waiting']);
  expect(states(after(added('a'), start, { kind: 'succeeded', id: 'a' }, retry))).toEqual(['done']);
});

test('events after a cancellation are ignored', () => {
  const cancelled = after(
    added('a'),
    { kind: 'started', id: 'a' },
    { kind: 'cancelled', id: 'a' },
    { kind: 'progressed', id: 'a', sentBytes: 500 },
    { kind: 'succeeded', id: 'a' },
    { kind: 'failed', id: 'a', error: 'aborted' },
  );
  expect(states(cancelled)).toEqual(['cancelled']);
});

test('only an inactive upload can be dismissed', () => {
  const queue = after(
    added('a', 'b'),
    { kind: 'started', id: 'a' },
    { kind: 'dismissed', id: 'a' },
  );
  expect(queue.map(({ id }) => id)).toEqual(['a', 'b']);
  const failed = applyEvent(queue, { kind: 'failed', id: 'a', error: 'x' });
  expect(applyEvent(failed, { kind: 'dismissed', id: 'a' }).map(({ id }) => id)).toEqual(['b']);
});
