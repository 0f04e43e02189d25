import { describe, expect, it, vi } from 'vitest';
import { forEachBatch, forEachDue, pageSize } from './for-each-due.ts';

const numbers = Array.from({ length: 2 * pageSize + 50 }, (_, index) => index);
const behind = async (after = -1, limit = pageSize) =>
  numbers.filter((number) => number > after).slice(0, limit);

const failed = () => {};

describe('rows that are due', () => {
  it('are handled in order and once, page by page, with a heartbeat before each', async () => {
    const seen: (number | 'heartbeat')[] = [];
    const list = vi.fn(behind);
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

  it('end with an empty page where the last one was full', async () => {
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

  it('do not wait for one that fails, whose error is logged by the caller and returned', async () => {
    const error = new Error('damaged');
    const seen: number[] = [];
    const handle = async (row: number) => {
      if (row % 100 === 7) throw error;
      seen.push(row);
    };
    const failed = vi.fn();
    expect(await forEachDue({ list: behind, handle, failed })).toEqual([error, error, error]);
    expect(seen).toEqual(numbers.filter((row) => row % 100 !== 7));
    expect(failed.mock.calls).toEqual([7, 107, 207].map((row) => [row, error]));
  });

  it('that are listed again and again end the run', async () => {
    const list = async () => [{ id: 1 }, { id: 2 }];
    const handle = vi.fn(async () => {});
    const run = forEachDue({ list, handle, failed, limit: 2 });
    await expect(run).rejects.toThrow('does not advance');
    expect(handle).toHaveBeenCalledTimes(4);
  });

  it('that cannot be listed fail the run', async () => {
    const list = () => Promise.reject(new Error('no database'));
    const run = forEachDue({ list, handle: async () => {}, failed });
    await expect(run).rejects.toThrow('no database');
  });

  it('are left after an abort, which is not logged as a failure of the row in hand', async () => {
    const failed = vi.fn();
    const stop = new AbortController();
    const seen: number[] = [];
    const handle = async (row: number) => {
      seen.push(row);
      if (row !== 2) return;
      stop.abort(new Error('shutdown'));
      throw new Error('cut off');
    };
    const run = forEachDue({ list: behind, handle, failed, signal: stop.signal });
    await expect(run).rejects.toThrow('shutdown');
    expect([seen, failed.mock.calls]).toEqual([[0, 1, 2], []]);
    const list = vi.fn(behind);
    const again = forEachDue({ list, handle, failed, signal: stop.signal });
    await expect(again).rejects.toThrow('shutdown');
    expect(list).not.toHaveBeenCalled();
  });
});

describe('batches', () => {
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

  it('are repeated, each in a transaction of its own, until one is not full', async () => {
    const { transactions, transaction } = database();
    const taken = [pageSize, pageSize, pageSize - 1, pageSize];
    const batch = vi.fn(async () => {
      expect(transactions.open).toBe(1);
      return taken.shift() ?? 0;
    });
    await forEachBatch({ database: { transaction } }, batch);
    expect([transactions.count, batch.mock.calls]).toEqual([
      3,
      [[pageSize], [pageSize], [pageSize]],
    ]);
  });

  it('end with the first that fails, and with an abort before the next begins', async () => {
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
