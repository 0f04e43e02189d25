import {
  defaultReleaseRules,
  type StoredReleaseRules,
} from '@zavet/contract/protocol/release-rules';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { protocolRules } from '../protocol-tables.ts';

export interface RulesRecord {
  stored: StoredReleaseRules;
  /** Null if the owner never chose. */
  chosen_at: Date | null;
  veto_code_created_at: Date | null;
}

/** The owner's rules, or the defaults. */
export async function findRules(database: Database, ownerId: string): Promise<StoredReleaseRules> {
  return (await findRulesRecord(database, ownerId)).stored;
}

export async function findRulesRecord(database: Database, ownerId: string): Promise<RulesRecord> {
  const [row] = await database
    .db()
    .select()
    .from(protocolRules)
    .where(eq(protocolRules.user_id, ownerId));
  if (!row) return { stored: defaultReleaseRules, chosen_at: null, veto_code_created_at: null };
  const { chosen_at, veto_code_created_at } = row;
  return { stored: storedRulesOf(row), chosen_at, veto_code_created_at };
}

type RuleColumns = Pick<
  typeof protocolRules.$inferSelect,
  | 'waiting_hours'
  | 'needs_second'
  | 'pending_waiting_hours'
  | 'pending_needs_second'
  | 'pending_from'
>;

export function storedRulesOf(row: RuleColumns): StoredReleaseRules {
  const { waiting_hours, needs_second, pending_from: from } = row;
  const { pending_waiting_hours, pending_needs_second } = row;
  const isPending = from !== null && pending_waiting_hours !== null;
  return {
    waiting_hours,
    needs_second,
    pending: isPending
      ? { waiting_hours: pending_waiting_hours, needs_second: pending_needs_second ?? false, from }
      : null,
  };
}

export function saveRules(
  database: Database,
  ownerId: string,
  { waiting_hours, needs_second, pending }: StoredReleaseRules,
  now: Date,
): Promise<void> {
  return upsertSettings(database, ownerId, {
    waiting_hours,
    needs_second,
    pending_waiting_hours: pending?.waiting_hours ?? null,
    pending_needs_second: pending?.needs_second ?? null,
    pending_from: pending?.from ?? null,
    chosen_at: now,
  });
}

/** Saves a paper code, replacing a former one. */
export function savePaperCode(
  database: Database,
  ownerId: string,
  digest: string,
  now: Date,
): Promise<void> {
  return upsertSettings(database, ownerId, {
    veto_code_digest: digest,
    veto_code_created_at: now,
    used_veto_code_digest: null,
  });
}

/** Deletes the paper code; false if there was none. */
export async function deletePaperCode(database: Database, ownerId: string): Promise<boolean> {
  const ended = await database
    .db()
    .update(protocolRules)
    .set({ veto_code_digest: null, veto_code_created_at: null })
    .where(and(eq(protocolRules.user_id, ownerId), isNotNull(protocolRules.veto_code_digest)))
    .returning({ id: protocolRules.user_id });
  return ended.length > 0;
}

async function upsertSettings(
  database: Database,
  ownerId: string,
  columns: Partial<Omit<typeof protocolRules.$inferInsert, 'user_id'>>,
): Promise<void> {
  await database
    .db()
    .insert(protocolRules)
    .values({ user_id: ownerId, ...columns })
    .onConflictDoUpdate({ target: protocolRules.user_id, set: columns });
}
