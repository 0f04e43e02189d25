import { sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeySql } from '../../../identity/owner-keys/index.ts';
import { formerTexts, instructions } from '../instruction-tables.ts';

export interface FormerTextRow {
  id: string;
  /** Content and heading are sealed with this id, not with the row's own. */
  instruction_id: string;
  heading: string;
  seal_id: string;
  saved_at: string;
}

/** Newest first. Undefined if the owner has no such instruction. */
export async function listFormerTextRows(
  database: Database,
  userId: string,
  instructionId: string,
): Promise<(WrappedOwnerKey & { rows: FormerTextRow[] }) | undefined> {
  const [found] = await database.rows<WrappedOwnerKey & { rows: FormerTextRow[] }>(sql`
    select ${wrappedKeySql}, (
      select coalesce(json_agg(former order by saved_at desc, id desc), '[]') from (
        select id, instruction_id, heading, seal_id, saved_at from ${formerTexts}
        where instruction_id = instructions.id
      ) former) as rows
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
    where instructions.id = ${instructionId} and instructions.user_id = ${userId}`);
  return found;
}

export async function findFormerText(
  database: Database,
  userId: string,
  { id, text_id }: { id: string; text_id: string },
): Promise<(FormerTextRow & { content: string } & WrappedOwnerKey) | undefined> {
  const [row] = await database.rows<FormerTextRow & { content: string } & WrappedOwnerKey>(sql`
    select former.id, former.instruction_id, former.heading, former.content, former.seal_id,
      former.saved_at, ${wrappedKeySql}
    from ${formerTexts} former
    inner join ${ownerKeys} on ${ownerKeys.user_id} = former.user_id
    where former.id = ${text_id} and former.instruction_id = ${id} and former.user_id = ${userId}`);
  return row;
}

/** Lists the former texts of all instructions, including those in the bin. */
export function listAllFormerTexts(
  database: Database,
  userId: string,
): Promise<(FormerTextRow & { content: string })[]> {
  return database.rows<FormerTextRow & { content: string }>(sql`
    select id, coalesce(instruction_id, binned_id) as instruction_id, heading, content, seal_id,
      saved_at
    from ${formerTexts} where user_id = ${userId}
    order by coalesce(instruction_id, binned_id), saved_at desc, id desc`);
}
