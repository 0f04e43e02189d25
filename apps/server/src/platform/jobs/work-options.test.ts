import { expect, test } from 'vitest';
import { workOptions } from './job-queue.ts';

test('a kind of job without a concurrency of its own is claimed and done ten at a time', () => {
  expect(workOptions({})).toMatchObject({ batchSize: 10, localConcurrency: 1 });
});

test('jobs with a concurrency of their own do not wait for each other', () => {
  expect(workOptions({ concurrency: 4 })).toMatchObject({ batchSize: 1, localConcurrency: 4 });
});

test('many that wait are claimed in pairs, so that the queue goes on without a pause', () => {
  const options = workOptions({ concurrency: 10, claimedTogether: 2 });
  expect(options).toMatchObject({ batchSize: 2, localConcurrency: 5, burstWhenBatchFull: true });
});
