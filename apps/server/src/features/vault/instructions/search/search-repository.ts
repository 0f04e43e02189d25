import type { InstructionOrder } from '@zavet/contract/vault/instruction-values';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { prepared } from '../../../../platform/database/prepared.ts';
import { instructionFiles, instructionSearches, instructions } from '../instruction-tables.ts';
import type { ListValues, Place } from '../list-query.ts';
import { factsOf, follows, inEveryOrder, matches, placeIn, sortedBy } from '../list-repository.ts';
import type { SizedText } from './search-rules.ts';

/** A text to look through, and where its instruction stands in the order that is asked for. */
export interface SearchedText extends SizedText, Place {
  /** Whether it comes after the place where the last page ended. */
  is_ahead: boolean;
}

const searched = inEveryOrder((sort) =>
  prepared<ListValues>(
    (asked) => sql`
      select id, octet_length(content) as bytes, ${placeIn(sort)},
        ${follows(sort, asked)} as is_ahead
      from (${factsOf(asked)}) facts
      inner join (
        select instructions.id as text_id, instructions.content from ${instructions}
        where instructions.user_id = ${asked.userId}
      ) texts on text_id = id
      where ${matches(asked)}
      order by ${sortedBy(sort)}`,
  ),
);

/** What there is to look through, in its order, and how large it is; none of it is read. */
export function listSearched(
  database: Database,
  sort: InstructionOrder,
  asked: ListValues,
): Promise<SearchedText[]> {
  return database.rows<SearchedText>(searched[sort](asked));
}

/** Reads some of them. Sent by the thread that searches them. */
export const sealedInstructions = prepared<{ userId: string; ids: readonly string[] }>(
  ({ userId, ids }) => sql`
    select
      instructions.id, ${instructions.heading} as heading, content, seal_id,
      (select coalesce(json_agg(json_build_object('id', file.id, 'file_name', file.file_name)), '[]')
        from ${instructionFiles} file
        where file.instruction_id = instructions.id and file.state = 'stored') as files
    from ${instructions}
    where instructions.user_id = ${userId} and instructions.id = any(${ids}::uuid[])`,
);

/** Takes or keeps the owner's only place, unless another search holds it. */
export async function holdSearch(
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

export async function endSearch(
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
