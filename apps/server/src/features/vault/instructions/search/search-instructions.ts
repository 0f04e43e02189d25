import { setTimeout as pause } from 'node:timers/promises';
import type {
  InstructionPage,
  InstructionSearchInput,
} from '@zavet/contract/instructions/instruction-list-schemas';
import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import type { Context } from '../../../../context.ts';
import type { TextKey } from '../../../../platform/encryption/owner-key.ts';
import { sealedLength } from '../../../../platform/encryption/sealed-text.ts';
import { cursorOf } from '../list/list-cursor.ts';
import { readSummaries } from '../list/list-repository.ts';
import { listValuesOf } from '../list/list-values.ts';
import { openPage } from '../list/open-page.ts';
import { oneSearchEach } from './one-search-each.ts';
import { listSearched, type SearchedText, sealedInstructions } from './search-repository.ts';
import { inParts } from './search-rules.ts';
import { searchThread } from './search-thread.ts';

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
  const values = listValuesOf(userId, asked, ctx.clock.now());
  const list = () => listSearched(ctx.database, asked.sort, values);
  const found = await findAmong(ctx, { userId, query, list }, signal);
  const ahead = found.filter(({ is_ahead }) => is_ahead);
  const page = ahead.slice(0, limit);
  const last = ahead.length > limit ? page.at(-1) : undefined;
  return {
    instructions: await summariesOf(ctx, userId, page),
    next_cursor: last ? cursorOf(asked.sort, last) : null,
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
    return await oneSearchEach(ctx)(userId, signal, async (stillHeld) => {
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
