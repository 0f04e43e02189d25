import { type AuditAct, auditActors } from '@zavet/contract/identity/audit-values';
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true });

/** Ids, figures and words of the program; never a name, an address or a text of a person. */
export type AuditFacts = Record<string, string | number | boolean | null>;

/**
 * The audit log: rows are only ever added, and triggers refuse everything else. At the commit each
 * row gets its number and a hash over itself and the row before, so that a changed, removed or
 * moved row shows.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid().primaryKey(),
    at: moment().notNull(),
    actor_kind: text({ enum: auditActors }).notNull(),
    actor_id: uuid(),
    act: text().$type<AuditAct>().notNull(),
    /** The owner whom it concerns, who may read it. Outlives the account, like a tombstone. */
    owner_id: uuid(),
    /** What it is about: a request, a delivery, a payment, an account. */
    subject_id: uuid(),
    facts: jsonb().$type<AuditFacts>().notNull(),
    /** Its place in the chain, from 1 on without a gap. */
    seq: bigint({ mode: 'number' }).unique(),
    previous_hash: text(),
    hash: text(),
  },
  (table) => [
    // Pages go back along the chain; one that has to skip what it does not show would read all of it.
    index('audit_entries_of_owner').on(table.owner_id, table.seq),
    index('audit_entries_of_act').on(table.act, table.seq),
  ],
);
