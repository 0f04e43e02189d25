import { type AuditAct, auditActors } from '@zavet/contract/identity/audit-values';
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';

/** Ids, numbers and codes; never names, addresses or texts of users. */
export type AuditFacts = Record<string, string | number | boolean | null>;

/**
 * Append-only: triggers reject updates and deletes. At commit, a trigger assigns `seq` and a hash
 * over the row and its predecessor, so that changed, removed and moved rows are detected.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey(),
    at: timestamptz().notNull(),
    actor_kind: text({ enum: auditActors }).notNull(),
    actor_id: uuid(),
    act: text().$type<AuditAct>().notNull(),
    /** The owner concerned, who may read the entry. No foreign key: entries outlive accounts. */
    owner_id: uuid(),
    /** Id of the request, letter, payment or account. */
    subject_id: uuid(),
    facts: jsonb().$type<AuditFacts>().notNull(),
    /** Position in the chain: from 1, without gaps. */
    seq: bigint({ mode: 'number' }).unique(),
    previous_hash: text(),
    hash: text(),
  },
  (table) => [
    // Without these, a filtered page would scan the whole chain.
    index('audit_entries_of_owner').on(table.owner_id, table.seq),
    index('audit_entries_of_act').on(table.act, table.seq),
  ],
);
