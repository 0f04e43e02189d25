import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/database.ts';

export const pageSize = 100;

interface DueWork<Row> {
  /** At most `limit` due rows after `after`, in a fixed order. */
  list(after: Row | undefined, limit: number): Promise<readonly Row[]>;
  /** Must check again under a lock, because another worker may handle the same row. */
  handle(row: Row): Promise<unknown>;
  failed(row: Row, err: unknown): void;
  limit?: number;
  signal?: AbortSignal | undefined;
  /** Called before each page, so that a long run does not look dead. */
  heartbeat?(): Promise<void>;
}

/**
 * Handles all due rows page by page. Failures of rows do not stop the run and are returned. Rejects
 * after an abort, so that a partial run never counts as complete.
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
        // An abort is not a failure of the row.
        signal?.throwIfAborted();
        errors.push(err);
        failed(row, err);
      }
    }
    if (page.length < limit) return errors;
    const last = page.at(-1);
    // Happens if a cursor loses the microseconds of its timestamp.
    if (isDeepStrictEqual(last, after)) throw new Error('The list of due rows does not advance.');
    after = last;
  }
}

/** Runs batches, each in its own transaction, until a batch is not full. A failure ends the run. */
export async function forEachBatch(
  { database }: { database: Pick<Database, 'transaction'> },
  batch: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  for (let count = pageSize; count === pageSize; ) {
    signal?.throwIfAborted();
    count = await database.transaction(() => batch(pageSize));
  }
}
