import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/database.ts';

/** What the audit log has about a subject, in order: who, what, whom it concerns. */
export function auditOf(database: Database, subjectId: string) {
  return database.rows<{ act: string; actor_id: string | null; owner_id: string | null }>(sql`
    select act, actor_id, owner_id from audit_entries
    where subject_id = ${subjectId} order by at, seq`);
}
