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
  endSearch,
  holdSearch,
  listSearched,
  type SearchedText,
  sealedInstructions,
} from './search-repository.ts';
import { inParts } from './search-rules.ts';
import { searchThread } from './search-thread.ts';

/** Long enough for a part of a search, however busy the machine is; then its process has died. */
const holdMs = 30_000;

const lookAgainMs = 100;

/** A browser gives up after ten seconds. */
const usualWaitMs = 9_000;

/** Searches that may wait behind the one that runs; who types fast leaves several behind. */
export const maxQueuedSearches = 5;

const searchLockOf = perContext(({ database, clock }) => createSearchLock(database, clock));

/** Read and handed over in a moment, so that other requests hardly wait for it. */
const partSize = { bytes: sealedLength(64 * 1024), texts: 50 };

/** Between two parts the processor is for others: a long search takes twice its time instead. */
const restMs = 5;

/**
 * Content is sealed, so it has to be opened and looked through: part by part, on a thread of its
 * own, one search of an account at a time. One that nobody waits for any more ends. All that is
 * asked for is looked through for every page, since the number of all that is found belongs to it.
 */
export async function searchInstructions(
  ctx: Context,
  userId: string,
  { query, limit, ...asked }: InstructionSearchInput,
  signal: AbortSignal,
): Promise<InstructionPage> {
  const values = parseListQuery(userId, asked, ctx.clock.now());
  const list = () => listSearched(ctx.database, asked.sort, values);
  const found = await findAmong(ctx, { userId, query, list }, signal);
  const ahead = found.filter(({ is_ahead }) => is_ahead);
  const page = ahead.slice(0, limit);
  const last = ahead.length > limit ? page.at(-1) : undefined;
  return {
    instructions: await summariesOf(ctx, userId, page),
    next_cursor: last ? formatCursor(asked.sort, last) : null,
    total: found.length,
  };
}

interface Search {
  userId: string;
  query: string;
  /** Asked for when the search has its turn, so that it tells what is there then. */
  list: () => Promise<SearchedText[]>;
}

async function findAmong(
  ctx: Context,
  { userId, query, list }: Search,
  signal: AbortSignal,
): Promise<SearchedText[]> {
  const { vault } = ctx;
  try {
    return await searchLockOf(ctx)(userId, signal, async (stillHeld) => {
      const texts = await list();
      const found = new Set<string>();
      let key: TextKey | undefined;
      for (const ids of inParts(texts, partSize)) {
        if (key) await pause(restMs, undefined, { signal });
        signal.throwIfAborted();
        await stillHeld();
        key ??= (await vault.keyOf(userId)).textKey();
        const statement = sealedInstructions({ userId, ids });
        for (const id of await searchThread(ctx).find({ key, statement, query })) found.add(id);
      }
      return texts.filter(({ id }) => found.has(id));
    });
  } catch (error) {
    // Nobody reads this answer.
    if (signal.aborted) return [];
    throw error;
  }
}

/** In the order in which they were found; what was deleted meanwhile is left out. */
async function summariesOf(
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

/**
 * Lets every account search once at a time, in all processes together: in this one its searches
 * wait in line, and a row in the database keeps those of other processes apart. `stillHeld` is
 * called now and then by what takes long.
 */
export function createSearchLock(database: Database, clock: Clock, longestWaitMs = usualWaitMs) {
  const inLine = createSlotsByKey(1);
  const inHand = new Map<string, number>();

  return async function onlyOne<T>(
    userId: string,
    signal: AbortSignal,
    search: (stillHeld: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const others = inHand.get(userId) ?? 0;
    if (others > maxQueuedSearches) tooMany();
    inHand.set(userId, others + 1);
    try {
      return await inLine(userId, () => whileHeld(userId, signal, search), signal);
    } finally {
      const left = (inHand.get(userId) ?? 1) - 1;
      if (left === 0) inHand.delete(userId);
      else inHand.set(userId, left);
    }
  };

  async function whileHeld<T>(
    userId: string,
    signal: AbortSignal,
    search: (stillHeld: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const place = { user_id: userId, search_id: newId() };
    let heldSince = 0;
    const hold = async () => {
      const now = clock.now();
      heldSince = now.getTime();
      const held_until = new Date(heldSince + holdMs);
      return holdSearch(database, { ...place, held_until }, now);
    };
    const waitingSince = clock.now().getTime();
    while (!(await hold())) {
      if (clock.now().getTime() - waitingSince > longestWaitMs) tooMany();
      await pause(lookAgainMs, undefined, { signal });
    }
    try {
      return await search(async () => {
        const isOld = clock.now().getTime() - heldSince > holdMs / 3;
        if (isOld && !(await hold())) tooMany();
      });
    } finally {
      await endSearch(database, place);
    }
  }
}

function tooMany(): never {
  return fail('too_many_requests', { facts: { retry_after_seconds: 1 } });
}
