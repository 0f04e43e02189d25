import { describe, expect, it, test } from 'vitest';
import { isLosingConnections, recentLosses, workOptions } from './job-queue.ts';

test('a kind of job without a concurrency of its own is claimed and done ten at a time', () => {
  expect(workOptions({})).toMatchObject({ batchSize: 10, localConcurrency: 1 });
});

test('jobs with a concurrency of their own do not wait for each other', () => {
  expect(workOptions({ concurrency: 4 })).toMatchObject({ batchSize: 1, localConcurrency: 4 });
});

test('many that wait are claimed in pairs, so that the queue goes on without a pause', () => {
  const options = workOptions({ concurrency: 10, batchSize: 2 });
  expect(options).toMatchObject({ batchSize: 2, localConcurrency: 5, burstWhenBatchFull: true });
});

const after = (moments: number[]) => moments.reduce<number[]>(recentLosses, []);

describe('troubles of the queue', () => {
  it('are many when several come within seconds', () => {
    expect(isLosingConnections(after([0, 4_000]), 4_000)).toBe(false);
    expect(isLosingConnections(after([0, 4_000, 9_999]), 9_999)).toBe(true);
  });

  it('are not many where each comes long after the last', () => {
    expect(isLosingConnections(after([0, 10_000, 20_000, 30_000]), 30_000)).toBe(false);
  });

  it('are forgotten', () => {
    const many = after([0, 1_000, 2_000]);
    expect(isLosingConnections(many, 9_999)).toBe(true);
    expect(isLosingConnections(many, 10_000)).toBe(false);
  });

  it('do not pile up while the database is away for days', () => {
    expect(after(Array.from({ length: 1_000 }, (_, at) => at))).toHaveLength(3);
  });
});
