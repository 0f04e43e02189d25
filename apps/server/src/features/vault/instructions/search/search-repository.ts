import type { InstructionOrder } from '@zavet/contract/vault/instruction-values';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { prepareStatement } from '../../../../platform/database/prepared.ts';
import { instructionFiles, instructionSearches, instructions } from '../instruction-tables.ts';
import type { ListValues, Position } from '../list-query.ts';
import {
  forEachOrder,
  instructionFacts,
  isAfterCursor,
  matchesFilters,
  positionIn,
  sortedBy,
} from '../list-repository.ts';
import type { SizedText } from './search-rules.ts';

/** A text to search and the position of its instruction in the requested order. */
export interface SearchedText extends SizedText, Position {
  is_after_cursor: boolean;
}

const searchedTextsStatements = forEachOrder((sort) =>
  prepareStatement<ListValues>(
    (query) => sql`
      select id, octet_length(content) as bytes, ${positionIn(sort)},
        ${isAfterCursor(sort, query)} as is_after_cursor
      from (${instructionFacts(query)}) facts
      inner join (
        select instructions.id as text_id, instructions.content from ${instructions}
        where instructions.user_id = ${query.userId}
      ) texts on text_id = id
      where ${matchesFilters(query)}
      order by ${sortedBy(sort)}`,
  ),
);

/** Sizes and order of the texts that match the filters, without their contents. */
export function listSearchedTexts(
  database: Database,
  sort: InstructionOrder,
  query: ListValues,
): Promise<SearchedText[]> {
  return database.rows<SearchedText>(searchedTextsStatements[sort](query));
}

/** Executed by the search thread. */
export const sealedInstructionsStatement = prepareStatement<{
  userId: string;
  ids: readonly string[];
}>(
  ({ userId, ids }) => sql`
    select
      instructions.id, ${instructions.heading} as heading, content, seal_id,
      (select coalesce(json_agg(json_build_object('id', file.id, 'file_name', file.file_name)), '[]')
        from ${instructionFiles} file
        where file.instruction_id = instructions.id and file.state = 'stored') as files
    from ${instructions}
    where instructions.user_id = ${userId} and instructions.id = any(${ids}::uuid[])`,
);

/** Acquires or renews the owner's lock. False while another search holds it. */
export async function acquireSearchLock(
  database: Database,
  search: typeof instructionSearches.$inferInsert,
  now: Date,
): Promise<boolean> {
  const held = await database
    .db()
    .insert(instructionSearches)
    .values(search)
    .onConflictDoUpdate({
      target: instructionSearches.user_id,
      set: { search_id: search.search_id, held_until: search.held_until },
      setWhere: sql`${eq(instructionSearches.search_id, search.search_id)}
        or ${lte(instructionSearches.held_until, now)}`,
    })
    .returning({ search_id: instructionSearches.search_id });
  return held.length > 0;
}

export async function releaseSearchLock(
  database: Database,
  { user_id, search_id }: { user_id: string; search_id: string },
): Promise<void> {
  await database
    .db()
    .delete(instructionSearches)
    .where(
      and(eq(instructionSearches.user_id, user_id), eq(instructionSearches.search_id, search_id)),
    );
}
