import { describe, expect, it, test } from 'vitest';
import { isLosingConnections, recentLosses } from './job-queue.ts';
import { workOptions } from './run-job.ts';

test('claims ten jobs together without a concurrency', () => {
  expect(workOptions({})).toMatchObject({ batchSize: 10, localConcurrency: 1 });
});

test('claims jobs one by one with a concurrency', () => {
  expect(workOptions({ concurrency: 4 })).toMatchObject({ batchSize: 1, localConcurrency: 4 });
});

test('claims batches of the given size, without pauses while they are full', () => {
  const options = workOptions({ concurrency: 10, batchSize: 2 });
  expect(options).toMatchObject({ batchSize: 2, localConcurrency: 5, burstWhenBatchFull: true });
});

const after = (moments: number[]) => moments.reduce<number[]>(recentLosses, []);

describe('lost connections', () => {
  it('mean a lost database if several happen within seconds', () => {
    expect(isLosingConnections(after([0, 4_000]), 4_000)).toBe(false);
    expect(isLosingConnections(after([0, 4_000, 9_999]), 9_999)).toBe(true);
  });

  it('do not mean a lost database if they are far apart', () => {
    expect(isLosingConnections(after([0, 10_000, 20_000, 30_000]), 30_000)).toBe(false);
  });

  it('expire', () => {
    const many = after([0, 1_000, 2_000]);
    expect(isLosingConnections(many, 9_999)).toBe(true);
    expect(isLosingConnections(many, 10_000)).toBe(false);
  });

  it('do not accumulate during a long outage', () => {
    expect(after(Array.from({ length: 1_000 }, (_, at) => at))).toHaveLength(3);
  });
});
