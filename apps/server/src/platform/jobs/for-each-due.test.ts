import { describe, expect, it, vi } from 'vitest';
import { forEachBatch, forEachDue, pageSize } from './for-each-due.ts';

const numbers = Array.from({ length: 2 * pageSize + 50 }, (_, index) => index);
const listAfter = async (after = -1, limit = pageSize) =>
  numbers.filter((number) => number > after).slice(0, limit);

const failed = () => {};

describe('forEachDue', () => {
  it('handles rows once and in order, with a heartbeat before each page', async () => {
    const seen: (number | 'heartbeat')[] = [];
    const list = vi.fn(listAfter);
    const handle = async (row: number) => void seen.push(row);
    const heartbeat = async () => void seen.push('heartbeat');
    expect(await forEachDue({ list, handle, failed, heartbeat })).toEqual([]);
    const expected: typeof seen = [...numbers];
    for (const start of [2 * pageSize, pageSize, 0]) expected.splice(start, 0, 'heartbeat');
    expect(seen).toEqual(expected);
    expect(list.mock.calls).toEqual([
      [undefined, pageSize],
      [pageSize - 1, pageSize],
      [2 * pageSize - 1, pageSize],
    ]);
  });

  it('ends with an empty page after a full one', async () => {
    const list = vi.fn(async (after: number | undefined) => (after === undefined ? [1, 2] : []));
    const handle = vi.fn(async () => {});
    await forEachDue({ list, handle, failed, limit: 2 });
    expect([list.mock.calls, handle.mock.calls]).toEqual([
      [
        [undefined, 2],
        [2, 2],
      ],
      [[1], [2]],
    ]);
  });

  it('continues after failures and returns the errors', async () => {
    const error = new Error('damaged');
    const seen: number[] = [];
    const handle = async (row: number) => {
      if (row % 100 === 7) throw error;
      seen.push(row);
    };
    const failed = vi.fn();
    expect(await forEachDue({ list: listAfter, handle, failed })).toEqual([error, error, error]);
    expect(seen).toEqual(numbers.filter((row) => row % 100 !== 7));
    expect(failed.mock.calls).toEqual([7, 107, 207].map((row) => [row, error]));
  });

  it('rejects if the list does not advance', async () => {
    const list = async () => [{ id: 1 }, { id: 2 }];
    const handle = vi.fn(async () => {});
    const run = forEachDue({ list, handle, failed, limit: 2 });
    await expect(run).rejects.toThrow('does not advance');
    expect(handle).toHaveBeenCalledTimes(4);
  });

  it('rejects if the list fails', async () => {
    const list = () => Promise.reject(new Error('no database'));
    const run = forEachDue({ list, handle: async () => {}, failed });
    await expect(run).rejects.toThrow('no database');
  });

  it('rejects on abort, without a failure of the current row', async () => {
    const failed = vi.fn();
    const stop = new AbortController();
    const seen: number[] = [];
    const handle = async (row: number) => {
      seen.push(row);
      if (row !== 2) return;
      stop.abort(new Error('shutdown'));
      throw new Error('cut off');
    };
    const run = forEachDue({ list: listAfter, handle, failed, signal: stop.signal });
    await expect(run).rejects.toThrow('shutdown');
    expect([seen, failed.mock.calls]).toEqual([[0, 1, 2], []]);
    const list = vi.fn(listAfter);
    const again = forEachDue({ list, handle, failed, signal: stop.signal });
    await expect(again).rejects.toThrow('shutdown');
    expect(list).not.toHaveBeenCalled();
  });
});

describe('forEachBatch', () => {
  const database = () => {
    const transactions = { open: 0, count: 0 };
    const transaction = async <T>(work: () => Promise<T>): Promise<T> => {
      transactions.open += 1;
      transactions.count += 1;
      try {
        return await work();
      } finally {
        transactions.open -= 1;
      }
    };
    return { transactions, transaction };
  };

  it('repeats batches in separate transactions until one is not full', async () => {
    const { transactions, transaction } = database();
    const batchSizes = [pageSize, pageSize, pageSize - 1, pageSize];
    const batch = vi.fn(async () => {
      expect(transactions.open).toBe(1);
      return batchSizes.shift() ?? 0;
    });
    await forEachBatch({ database: { transaction } }, batch);
    expect([transactions.count, batch.mock.calls]).toEqual([
      3,
      [[pageSize], [pageSize], [pageSize]],
    ]);
  });

  it('rejects on the first failure and on abort', async () => {
    const { transactions, transaction } = database();
    const failing = forEachBatch({ database: { transaction } }, () =>
      Promise.reject(new Error('damaged')),
    );
    await expect(failing).rejects.toThrow('damaged');
    const stop = new AbortController();
    const batch = async () => {
      stop.abort(new Error('shutdown'));
      return pageSize;
    };
    const stopped = forEachBatch({ database: { transaction } }, batch, stop.signal);
    await expect(stopped).rejects.toThrow('shutdown');
    expect(transactions.count).toBe(2);
  });
});
