import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { anchorAudit } from '../src/features/identity/audit/audit-anchors.ts';
import { appendAudit } from '../src/features/identity/audit/audit-log.ts';
import { findAuditHead } from '../src/features/identity/audit/audit-repository.ts';
import { type AuditVerdict, verifyAudit } from '../src/features/identity/audit/verify-audit.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { minute } from './durations.ts';
import type { TestProduct } from './test-product.ts';

/** Audit entries about a subject, oldest first. */
export function auditEntriesOf(database: Database, subjectId: string) {
  return database.rows<{ act: string; actor_id: string | null; owner_id: string | null }>(sql`
    select act, actor_id, owner_id from audit_entries
    where subject_id = ${subjectId} order by at, seq`);
}

export class RolledBack extends Error {}

/** Recomputes all hashes from entry `from` on, as a careful forger would. */
export const forgeHashes = (from: number) => sql`
  do $$ declare one audit_entries; last text := coalesce((select hash from audit_entries where seq = ${sql.raw(String(from - 1))}), '');
  begin
    for one in select * from audit_entries where seq >= ${sql.raw(String(from))} order by seq loop
      update audit_entries set previous_hash = last, hash = audit_hash(one, one.seq, last)
        where id = one.id returning hash into last;
    end loop;
  end $$`;

/** Helpers that append to the audit log and tamper with it. */
export function auditTampering(productOf: () => TestProduct) {
  const ctx = () => ({ ...productOf().ctx, store: productOf().store });
  const append = async (count = 1): Promise<void> => {
    for (let made = 0; made < count; made += 1) {
      await appendAudit(ctx(), {
        actor: { kind: 'operator', id: newId() },
        act: 'support_answered',
        owner_id: newId(),
        subject_id: newId(),
        facts: {
          about: 'перевод строки\n"кавычки" \\ 😀',
          ...{ figure: 1.5, is_so: true, nothing: null },
        },
      });
    }
  };
  return {
    ctx,
    append,
    /** Appends entries, then an anchor. */
    appendAnchored: async (): Promise<void> => {
      await append(3);
      productOf().clock.advance(minute);
      await anchorAudit(ctx());
    },
    headSeq: async () => (await findAuditHead(productOf().database))?.seq ?? 0,
    /** Returns the verdict on the log after these statements, then rolls the statements back. */
    verdictAfter: async (...statements: SQL[]): Promise<AuditVerdict> => {
      const { database } = productOf();
      let verdict: AuditVerdict | undefined;
      const tampering = database.transaction(async () => {
        await database.rows(sql`alter table audit_entries disable trigger user`);
        for (const statement of statements) await database.rows(statement);
        verdict = await verifyAudit(ctx());
        throw new RolledBack();
      });
      await expect(tampering).rejects.toThrow(RolledBack);
      if (!verdict) throw new Error('nothing was verified');
      return verdict;
    },
  };
}
