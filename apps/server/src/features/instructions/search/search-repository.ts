import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { sealedHeading } from '../heading-repository.ts';
import { instructionFiles, instructions } from '../instruction-tables.ts';
import type { SizedText } from './search-rules.ts';
import { instructionSearches } from './search-table.ts';

/** What there is to look through and how large it is, without reading it. */
export function listTextSizes(database: Database, userId: string): Promise<SizedText[]> {
  return database.rows<SizedText>(sql`
    select id, octet_length(content) as bytes from ${instructions}
    where user_id = ${userId} order by created_at desc, id desc`);
}

/** The statement that reads some of them; the thread that looks through them may send it itself. */
export const sealedInstructions = prepared<{ userId: string; ids: readonly string[] }>(
  ({ userId, ids }) => sql`
    select
      instructions.id, ${sealedHeading} as heading, content, seal_id,
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
