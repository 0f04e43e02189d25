import { expect, test } from 'vitest';
import {
  afterEvent,
  dueUploads,
  type NewUpload,
  type Upload,
  type UploadEvent,
} from './upload-queue.ts';

const file = (id: string): NewUpload => ({
  id,
  target_id: 'i1',
  file_name: `${id}.pdf`,
  size_bytes: 1000,
});

const after = (...events: UploadEvent[]): readonly Upload[] =>
  events.reduce<readonly Upload[]>(afterEvent, []);
const added = (...ids: string[]): UploadEvent => ({ kind: 'added', uploads: ids.map(file) });
const states = (uploads: readonly Upload[]) => uploads.map(({ state }) => state.kind);
const dueIds = (uploads: readonly Upload[]) => dueUploads(uploads).map(({ id }) => id);

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
  expect(dueIds(afterEvent(going, { kind: 'succeeded', id: 'b' }))).toEqual(['d']);
  expect(dueIds(afterEvent(going, { kind: 'failed', id: 'b', error: 'x' }))).toEqual(['d']);
  expect(dueIds(afterEvent(going, { kind: 'cancelled', id: 'b' }))).toEqual(['d']);
});

test('a file added later waits behind those that are there', () => {
  expect(dueIds(after(added('a', 'b'), added('c', 'd')))).toEqual(['a', 'b', 'c']);
});

test('progress is told only of what is on its way, and never more than all of it', () => {
  const going = after(added('a'), { kind: 'started', id: 'a' });
  const further = afterEvent(going, { kind: 'progressed', id: 'a', sentBytes: 400 });
  expect(further[0]?.state).toEqual({ kind: 'sending', sentBytes: 400 });
  const beyond = afterEvent(going, { kind: 'progressed', id: 'a', sentBytes: 5000 });
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
  expect(afterEvent(failed, start)[0]?.tries).toBe(2);
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
  const failed = afterEvent(queue, { kind: 'failed', id: 'a', error: 'x' });
  expect(afterEvent(failed, { kind: 'dismissed', id: 'a' }).map(({ id }) => id)).toEqual(['b']);
});
