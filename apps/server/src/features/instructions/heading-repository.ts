import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { builtOnce } from '../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../vault/public.ts';
import type { SealedHeading } from './heading.ts';
import { instructions } from './instruction-tables.ts';

/**
 * The column `heading` of a statement about instructions: one sealed text; or the list of the former
 * ones, as long as it was not sealed as one.
 */
export const sealedHeading = builtOnce(sql`coalesce(${instructions.heading}, json_build_array(
  ${instructions.title}, ${instructions.preview},
  ${instructions.recipient_name}, ${instructions.recipient_email})::text)`);

/** Whether an instruction names a recipient, without opening it. */
export const hasRecipient = builtOnce(
  sql`(${instructions.has_recipient} or ${instructions.recipient_email} is not null)`,
);

export interface FormerHeadingRow extends SealedHeading, WrappedOwnerKey {
  user_id: string;
}

/** The next headings that lie there part by part. Nobody waits for them, and they for nobody. */
export function lockFormerHeadings(
  database: Database,
  afterId: string,
  limit: number,
): Promise<FormerHeadingRow[]> {
  return database.rows<FormerHeadingRow>(sql`
    select instructions.id, instructions.user_id, instructions.seal_id,
      ${sealedHeading} as heading, ${wrappedKey}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
    where instructions.heading is null and instructions.id > ${afterId}
    order by instructions.id
    limit ${limit}
    for update of instructions skip locked`);
}

/** Writes a heading over its parts. Nothing else changes: the text is as it was, its version too. */
export async function writeHeading(
  database: Database,
  id: string,
  heading: string,
  hasRecipient: boolean,
): Promise<void> {
  await database.rows(sql`
    update ${instructions} set heading = ${heading}, has_recipient = ${hasRecipient},
      title = null, preview = null, recipient_name = null, recipient_email = null
    where id = ${id} and heading is null`);
}
