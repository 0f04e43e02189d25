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

interface Sent {
  name: string;
  options: UploadOptions;
  arrive: () => void;
  fail: (error: unknown) => void;
}

/** A server that answers when the test says so. */
function start(...names: string[]) {
  const sent: Sent[] = [];
  const log: string[] = [];
  const runner = new UploadRunner(
    (_targetId, file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
        const arrive = () => resolve({ file_name: file.name } as FileView);
        sent.push({ name: file.name, options, arrive, fail: reject });
      }),
  );
  const leave = runner.listen({
    onDone: (upload) => log.push(`done ${upload.file_name}`),
    onFailed: (upload) => log.push(`failed ${upload.file_name}`),
    onIdle: (uploads) => log.push(`rest ${uploads.map(({ state }) => state.kind)}`),
  });
  runner.add(
    'i1',
    names.map((name) => new File(['content'], name)),
  );
  const settle = async (name: string, act: (request: Sent) => void) => {
    const request = sent.findLast((candidate) => candidate.name === name);
    if (request) act(request);
    // The answer is taken in over a few turns of the queue of promises.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  const idOf = (name: string) =>
    runner.state().find((upload) => upload.file_name === name)?.id ?? '';
  const states = () => runner.state().map(({ state }) => state.kind);
  return { runner, leave, sent, log, settle, idOf, states };
}

const refusal = (code: ErrorCode) => new ApiError(409, { error: { code }, request_id: 'r' });

test('no more than three files are under way, and each that arrives makes room', async () => {
  const { sent, settle } = start('a', 'b', 'c', 'd');
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  await settle('b', ({ arrive }) => arrive());
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('a failed file is named and the others arrive all the same', async () => {
  const { log, settle, states } = start('a', 'b');
  await settle('a', ({ fail }) => fail(refusal('file_content_mismatch')));
  await settle('b', ({ arrive }) => arrive());
  expect(states()).toEqual(['failed', 'done']);
  expect(log).toEqual(['failed a', 'done b', 'rest failed,done']);
});

test('a retry sends the file again', async () => {
  const { runner, sent, log, settle, idOf, states } = start('a');
  await settle('a', ({ fail }) => fail(new TypeError('Failed to fetch')));
  runner.retry(idOf('a'));
  expect(sent).toHaveLength(2);
  await settle('a', ({ arrive }) => arrive());
  expect(states()).toEqual(['done']);
  expect(log.at(-1)).toBe('rest done');
});

test('a file that had arrived although its answer was lost counts as attached', async () => {
  const { runner, settle, idOf, states } = start('a');
  await settle('a', ({ fail }) => fail(new TypeError('Failed to fetch')));
  runner.retry(idOf('a'));
  await settle('a', ({ fail }) => fail(refusal('file_already_attached')));
  expect(states()).toEqual(['done']);
});

test('a file that was there before is a failure', async () => {
  const { settle, states } = start('a');
  await settle('a', ({ fail }) => fail(refusal('file_already_attached')));
  expect(states()).toEqual(['failed']);
});

test('a cancelled file stops being sent, is no failure and makes room', async () => {
  const { runner, sent, log, settle, idOf, states } = start('a', 'b', 'c', 'd');
  runner.cancel(idOf('a'));
  await settle('a', () => {});
  expect(sent[0]?.options.signal.aborted).toBe(true);
  expect(sent.map(({ name }) => name)).toContain('d');
  expect(states()[0]).toBe('cancelled');
  expect(log).toEqual([]);
});

test('a file that waits can be cancelled and is never sent', async () => {
  const { runner, sent, settle, idOf } = start('a', 'b', 'c', 'd');
  runner.cancel(idOf('d'));
  await settle('a', ({ arrive }) => arrive());
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});

test('progress is told to those who watch', () => {
  const { runner, sent } = start('a');
  const seen: unknown[] = [];
  runner.subscribe(() => seen.push(runner.state()[0]?.state));
  sent[0]?.options.onProgress(3);
  expect(seen).toEqual([{ kind: 'sending', sentBytes: 3 }]);
});

test('leaving cancels everything on its way and starts nothing more', () => {
  const { leave, sent, log, states } = start('a', 'b', 'c', 'd');
  leave();
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

test('three files go at once, the others wait their turn', () => {
  const queue = after(added('a', 'b', 'c', 'd', 'e'));
  expect(dueIds(queue)).toEqual(['a', 'b', 'c']);
  const going = after(
    added('a', 'b', 'c', 'd', 'e'),
    { kind: 'started', id: 'a' },
    { kind: 'started', id: 'b' },
    { kind: 'started', id: 'c' },
  );
  expect(dueIds(going)).toEqual([]);
  expect(dueIds(applyEvent(going, { kind: 'succeeded', id: 'b' }))).toEqual(['d']);
  expect(dueIds(applyEvent(going, { kind: 'failed', id: 'b', error: 'x' }))).toEqual(['d']);
  expect(dueIds(applyEvent(going, { kind: 'cancelled', id: 'b' }))).toEqual(['d']);
});

test('a file added later waits behind those that are there', () => {
  expect(dueIds(after(added('a', 'b'), added('c', 'd')))).toEqual(['a', 'b', 'c']);
});

test('progress is told only of what is on its way, and never more than all of it', () => {
  const going = after(added('a'), { kind: 'started', id: 'a' });
  const further = applyEvent(going, { kind: 'progressed', id: 'a', sentBytes: 400 });
  expect(further[0]?.state).toEqual({ kind: 'sending', sentBytes: 400 });
  const beyond = applyEvent(going, { kind: 'progressed', id: 'a', sentBytes: 5000 });
  expect(beyond[0]?.state).toEqual({ kind: 'sending', sentBytes: 1000 });
  const waiting = after(added('a'), { kind: 'progressed', id: 'a', sentBytes: 400 });
  expect(states(waiting)).toEqual(['waiting']);
});

test('one failed file leaves the others alone', () => {
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

test('a failed or cancelled file can be sent again, a done one cannot', () => {
  const start: UploadEvent = { kind: 'started', id: 'a' };
  const retry: UploadEvent = { kind: 'retried', id: 'a' };
  const failed = after(added('a'), start, { kind: 'failed', id: 'a', error: 'x' }, retry);
  expect(states(failed)).toEqual(['waiting']);
  expect(applyEvent(failed, start)[0]?.attempts).toBe(2);
  expect(states(after(added('a'), { kind: 'cancelled', id: 'a' }, retry))).toEqual(['waiting']);
  expect(states(after(added('a'), start, { kind: 'succeeded', id: 'a' }, retry))).toEqual(['done']);
});

test('what arrives after a cancellation changes nothing', () => {
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

test('only what rests can be taken off the list', () => {
  const queue = after(
    added('a', 'b'),
    { kind: 'started', id: 'a' },
    { kind: 'dismissed', id: 'a' },
  );
  expect(queue.map(({ id }) => id)).toEqual(['a', 'b']);
  const failed = applyEvent(queue, { kind: 'failed', id: 'a', error: 'x' });
  expect(applyEvent(failed, { kind: 'dismissed', id: 'a' }).map(({ id }) => id)).toEqual(['b']);
});
