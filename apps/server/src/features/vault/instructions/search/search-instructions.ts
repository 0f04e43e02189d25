import { setTimeout as pause } from 'node:timers/promises';
import type {
  InstructionPage,
  InstructionSearchInput,
} from '@zavet/contract/vault/instruction-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { type Context, perContext } from '../../../../context.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { TextKey } from '../../../../platform/encryption/owner-key.ts';
import { sealedLength } from '../../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import { createSlotsByKey } from '../../../../platform/slots.ts';
import { formatCursor, parseListQuery } from '../list-query.ts';
import { readSummaries } from '../list-repository.ts';
import { openPage } from '../read-instructions.ts';
import {
  acquireSearchLock,
  listSearchedTexts,
  releaseSearchLock,
  type SearchedText,
  sealedInstructionsStatement,
} from './search-repository.ts';
import { batchesOf } from './search-rules.ts';
import { searchThread } from './search-thread.ts';

/** Small enough that other requests of the process wait only briefly for a batch. */
const batchLimits = { bytes: sealedLength(64 * 1024), texts: 50 };
/** Leaves the processor to other requests: a long search takes twice its time. */
const pauseBetweenBatchesMs = 5;

/**
 * Contents are sealed, so a search decrypts them batch by batch on its own thread, one search per
 * account at a time, and ends when its caller disconnects. Every page searches all texts, because
 * it contains the total.
 */
export async function searchInstructions(
  ctx: Context,
  userId: string,
  { query: words, ...query }: InstructionSearchInput,
  signal: AbortSignal,
): Promise<InstructionPage> {
  const { limit } = query;
  const values = parseListQuery(userId, query, ctx.clock.now());
  const list = () => listSearchedTexts(ctx.database, query.sort, values);
  const found = await findTexts(ctx, { userId, words, list }, signal);
  const following = found.filter(({ is_after_cursor }) => is_after_cursor).slice(values.skip);
  const page = following.slice(0, limit);
  const last = following.length > limit ? page.at(-1) : undefined;
  return {
    instructions: await openFound(ctx, userId, page),
    next_cursor: last ? formatCursor(query.sort, last) : null,
    total: found.length,
  };
}

interface Search {
  userId: string;
  words: string;
  /** Called under the lock, so that the search reads the current texts. */
  list: () => Promise<SearchedText[]>;
}

async function findTexts(
  ctx: Context,
  { userId, words, list }: Search,
  signal: AbortSignal,
): Promise<SearchedText[]> {
  try {
    return await searchLockOf(ctx)(userId, signal, async (renewLock) => {
      const texts = await list();
      const found = new Set<string>();
      let key: TextKey | undefined;
      for (const ids of batchesOf(texts, batchLimits)) {
        if (key) await pause(pauseBetweenBatchesMs, undefined, { signal });
        signal.throwIfAborted();
        await renewLock();
        key ??= (await ctx.vault.keyOf(userId)).textKey();
        const statement = sealedInstructionsStatement({ userId, ids });
        for (const id of await searchThread(ctx).find({ key, statement, words })) found.add(id);
      }
      return texts.filter(({ id }) => found.has(id));
    });
  } catch (error) {
    // The caller has disconnected and reads no response.
    if (signal.aborted) return [];
    throw error;
  }
}

/** Keeps the order, and omits instructions that were deleted in the meantime. */
async function openFound(
  ctx: Context,
  userId: string,
  page: readonly SearchedText[],
): Promise<InstructionSummary[]> {
  const ids = page.map(({ id }) => id);
  const rows = ids.length > 0 ? await readSummaries(ctx.database, userId, ids) : [];
  const [first] = rows;
  if (!first) return [];
  const opened = await openPage(ctx, userId, first, rows);
  return ids.flatMap((id) => opened.find((summary) => summary.id === id) ?? []);
}

/** Longer than a batch takes on a busy machine; an older lock belongs to a dead process. */
const lockMs = 30_000;
const retryMs = 100;
/** A browser times out after ten seconds. */
const lockTimeoutMs = 9_000;
/** Fast typing starts several searches; more than these are refused. */
export const maxQueuedSearches = 5;

const searchLockOf = perContext(({ database, clock }) => createSearchLock(database, clock));

/**
 * Limits each account to one search at a time: within the process by a queue, between processes by
 * a row of the database. A long search calls `renew` between its batches.
 */
export function createSearchLock(database: Database, clock: Clock, timeoutMs = lockTimeoutMs) {
  const runInQueue = createSlotsByKey(1);
  const searches = new Map<string, number>();

  return async function withLock<T>(
    userId: string,
    signal: AbortSignal,
    search: (renew: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const others = searches.get(userId) ?? 0;
    if (others > maxQueuedSearches) failTooMany();
    searches.set(userId, others + 1);
    try {
      return await runInQueue(userId, () => runLocked(userId, signal, search), signal);
    } finally {
      const left = (searches.get(userId) ?? 1) - 1;
      if (left === 0) searches.delete(userId);
      else searches.set(userId, left);
    }
  };

  async function runLocked<T>(
    userId: string,
    signal: AbortSignal,
    search: (renew: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const lock = { user_id: userId, search_id: newId() };
    let lockedAt = 0;
    const acquire = async () => {
      const now = clock.now();
      lockedAt = now.getTime();
      return acquireSearchLock(database, { ...lock, held_until: new Date(lockedAt + lockMs) }, now);
    };
    const startedAt = clock.now().getTime();
    while (!(await acquire())) {
      if (clock.now().getTime() - startedAt > timeoutMs) failTooMany();
      await pause(retryMs, undefined, { signal });
    }
    try {
      return await search(async () => {
        const isOld = clock.now().getTime() - lockedAt > lockMs / 3;
        if (isOld && !(await acquire())) failTooMany();
      });
    } finally {
      await releaseSearchLock(database, lock);
    }
  }
}

function failTooMany(): never {
  return fail('too_many_requests', { facts: { retry_after_seconds: 1 } });
}
