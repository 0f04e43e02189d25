import { sql } from 'drizzle-orm';
import { builtOnce } from '../../platform/database/prepared.ts';
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
