import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/database.ts';

/** Rows of a page or batch. A deviation needs a reason. */
export const pageSize = 100;

interface DueWork<Row> {
  /** Due rows behind `after` in a fixed order, at most `limit`: a row that stays due is listed once a run. */
  list(after: Row | undefined, limit: number): Promise<readonly Row[]>;
  /** Decides again under a lock, because another worker may have listed the same row. */
  handle(row: Row): Promise<unknown>;
  /** Logs a row that failed, with a stable code. */
  failed(row: Row, err: unknown): void;
  limit?: number;
  signal?: AbortSignal | undefined;
  /** Before each page, so that a long run does not look dead. */
  heartbeat?(): Promise<void>;
}

/**
 * Handles every due row, page by page. A row that fails does not stop the rest; the errors are
 * returned. An abort ends the run with its reason, so that a part never passes for the whole.
 */
export async function forEachDue<Row>({
  list,
  handle,
  failed,
  limit = pageSize,
  signal,
  heartbeat,
}: DueWork<Row>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let after: Row | undefined; ; ) {
    signal?.throwIfAborted();
    await heartbeat?.();
    const page: readonly Row[] = await list(after, limit);
    for (const row of page) {
      signal?.throwIfAborted();
      try {
        await handle(row);
      } catch (err) {
        // Interrupted, not failed.
        signal?.throwIfAborted();
        errors.push(err);
        failed(row, err);
      }
    }
    if (page.length < limit) return errors;
    const last = page.at(-1);
    // Such as a cursor whose moment has lost its microseconds.
    if (isDeepStrictEqual(last, after)) throw new Error('The list of due rows does not advance.');
    after = last;
  }
}

/**
 * The same for rows that one statement claims: repeats the batch, each in a transaction of its own,
 * until one takes fewer rows than it may. A failure ends the run.
 */
export async function forEachBatch(
  { database }: { database: Pick<Database, 'transaction'> },
  batch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  for (let taken = pageSize; taken === pageSize; ) {
    signal?.throwIfAborted();
    taken = await database.transaction(() => batch(pageSize));
  }
}
