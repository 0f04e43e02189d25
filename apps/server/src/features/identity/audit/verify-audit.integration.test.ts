import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditTampering, forgeHashes, RolledBack } from '../../../../test/audit.ts';
import { minute } from '../../../../test/durations.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newId } from '../../../platform/ids.ts';
import { anchorAudit, readAnchors } from './audit-anchors.ts';
import { recordRestore } from './restore-entry.ts';
import { type AuditVerdict, verifyAudit } from './verify-audit.ts';

let product: TestProduct;
beforeAll(async () => {
  // The anchoring job would change the counts.
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

const { ctx, append, appendAnchored, headSeq, verdictAfter } = auditTampering(() => product);

describe('audit log', () => {
  beforeEach(appendAnchored);

  it('stays intact under concurrent appends and rollbacks, with equal hashes in SQL and TypeScript', async () => {
    await Promise.all(Array.from({ length: 8 }, () => append()));
    const rolledBack = product.database.transaction(async () => {
      await append();
      throw new RolledBack();
    });
    await expect(rolledBack).rejects.toThrow(RolledBack);
    await product.database.transaction(() => append(3));
    const verdict = await verifyAudit(ctx());
    expect(verdict).toMatchObject({ fault: null, lost: [], entries: await headSeq() });
    const [found] = await product.database.rows<{ unnumbered: number; total: number }>(sql`
      select count(*) filter (where seq is null or hash is null)::int as unnumbered,
        count(*)::int as total from audit_entries`);
    expect(found).toEqual({ unnumbered: 0, total: verdict.entries });
  });

  it('rejects updates, deletes and truncation by the application', async () => {
    const refused = /only added to/;
    const { database } = product;
    for (const statement of [
      sql`update audit_entries set act = 'restored' where seq = 1`,
      sql`update audit_entries set seq = 99 where seq = 1`,
      sql`delete from audit_entries where seq = 1`,
      sql`truncate audit_entries`,
    ]) {
      const failure = await database.rows(statement).catch((error: unknown) => error);
      expect(String((failure as Error).cause ?? failure)).toMatch(refused);
    }
  });

  it('detects a changed entry', async () => {
    const { fault } = await verdictAfter(
      sql`update audit_entries set facts = '{"about": "nothing"}' where seq = 2`,
      sql`update audit_entries set act = 'restored' where seq = 3`,
    );
    expect(fault).toMatchObject({ kind: 'changed', seq: 2 });
    for (const column of ['owner_id', 'subject_id', 'actor_id'].map((name) =>
      sql.identifier(name),
    )) {
      const changed = await verdictAfter(
        sql`update audit_entries set ${column} = ${newId()} where seq = 2`,
      );
      expect(changed.fault).toMatchObject({ kind: 'changed', seq: 2 });
    }
    const moved = await verdictAfter(
      sql`update audit_entries set at = at - interval '1 microsecond' where seq = 2`,
    );
    expect(moved.fault).toMatchObject({ kind: 'changed', seq: 2 });
  });

  it('detects a removed entry, even after renumbering', async () => {
    const gap = await verdictAfter(sql`delete from audit_entries where seq = 2`);
    expect(gap.fault).toEqual({ kind: 'removed', from: 2, to: 2 });
    const closed = await verdictAfter(
      sql`delete from audit_entries where seq = 2`,
      sql`update audit_entries set seq = -seq where seq > 2`,
      sql`update audit_entries set seq = -seq - 1 where seq < 0`,
    );
    expect(closed.fault).toMatchObject({ kind: 'moved', seq: 2 });
    const beginning = await verdictAfter(sql`delete from audit_entries where seq = 1`);
    expect(beginning.fault).toEqual({ kind: 'removed', from: 1, to: 1 });
  });

  it('detects swapped entries', async () => {
    const { fault } = await verdictAfter(
      sql`update audit_entries set seq = -2 where seq = 2`,
      sql`update audit_entries set seq = 2 where seq = 3`,
      sql`update audit_entries set seq = 3 where seq = -2`,
    );
    expect(fault).toMatchObject({ kind: 'moved', seq: 2 });
  });

  it('detects an entry that bypassed the triggers', async () => {
    const { fault } = await verdictAfter(sql`
      insert into audit_entries (id, at, actor_kind, act, facts)
      values (${newId()}, now(), 'command', 'restored', '{}')`);
    expect(fault).toMatchObject({ kind: 'unnumbered' });
  });

  it('detects a deleted tail by its anchors', async () => {
    const head = await headSeq();
    const cut = sql`delete from audit_entries where seq > ${head - 2}`;
    expect((await verdictAfter(cut)).fault).toMatchObject({
      kind: 'cut',
      from: head - 1,
      to: head,
    });
    const emptied = await verdictAfter(sql`delete from audit_entries`);
    expect(emptied.fault).toMatchObject({ kind: 'cut', from: 1, to: head });
  });

  it('detects a rewritten chain with valid hashes', async () => {
    const head = await headSeq();
    const { fault } = await verdictAfter(
      sql`update audit_entries set facts = '{"about": "nothing"}' where seq = 2`,
      forgeHashes(2),
    );
    expect(fault).toMatchObject({ kind: 'rewritten' });
    // A tail that was deleted and rewritten.
    const rewritten = await verdictAfter(
      sql`update audit_entries set subject_id = ${newId()} where seq = ${head}`,
      forgeHashes(head),
    );
    expect(rewritten.fault).toMatchObject({ kind: 'rewritten', seq: head });
  });

  it('reports the entries lost by a restore of an older backup, and is valid afterwards', async () => {
    const head = await headSeq();
    const backup_at = product.clock.now().toISOString();
    let verdict: AuditVerdict | undefined;
    const restoring = product.database.transaction(async () => {
      await product.database.rows(sql`set local zavet.restoring = 'on'`);
      await product.database.rows(sql`delete from audit_entries where seq > ${head - 2}`);
      await recordRestore(ctx(), { backup_at, is_kept: false, replaced_head: 0 });
      await product.database.rows(sql`set constraints all immediate`);
      verdict = await verifyAudit(ctx());
      throw new RolledBack();
    });
    await expect(restoring).rejects.toThrow(RolledBack);
    expect(verdict).toMatchObject({
      fault: null,
      entries: head - 1,
      lost: [{ from: head - 1, to: head }],
    });
  });
});

describe('audit anchors', () => {
  it('keep the newest and one per day, without duplicates for an unchanged head', async () => {
    const { store } = product;
    const { serviceKey } = product.ctx;
    for (let day = 0; day < 3; day += 1) {
      for (let round = 0; round < 3; round += 1) {
        await append();
        await anchorAudit(ctx());
        await anchorAudit(ctx());
        product.clock.advance(minute);
      }
      product.clock.advance(24 * 60 * minute);
    }
    const { valid, foreignCount } = await readAnchors(store, serviceKey);
    const days = valid.map(({ at }) => at.toISOString().slice(0, 10));
    expect(new Set(days).size).toBe(days.length);
    expect(days.length).toBeGreaterThanOrEqual(3);
    expect(valid.at(-1)?.seq).toBe(await headSeq());
    expect(foreignCount).toBe(0);
  });

  it('are ignored if their MAC is invalid', async () => {
    const { store } = product;
    const { valid } = await readAnchors(store, product.ctx.serviceKey);
    const key = valid.at(-1)?.key.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) ?? '';
    await store.copy(valid.at(-1)?.key ?? '', key);
    expect(await verifyAudit(ctx())).toMatchObject({ fault: null, foreign_anchors: 1 });
    await store.remove([key]);
  });

  it('are kept as evidence if the log contradicts them, and their absence is reported', async () => {
    const { store } = product;
    const before = await readAnchors(store, product.ctx.serviceKey);
    await append();
    await anchorAudit(ctx());
    const contradicted = (await readAnchors(store, product.ctx.serviceKey)).valid.at(-1)?.key ?? '';
    const head = await headSeq();
    await product.database.transaction(async () => {
      await product.database.rows(sql`set local zavet.restoring = 'on'`);
      await product.database.rows(sql`delete from audit_entries where seq = ${head}`);
    });
    await append();
    await anchorAudit(ctx());
    const { valid } = await readAnchors(store, product.ctx.serviceKey);
    expect(valid.map(({ key }) => key)).toContain(contradicted);
    expect(product.logged()).toContain('audit_log_damaged');
    expect((await verifyAudit(ctx())).fault).toMatchObject({ kind: 'rewritten', seq: head });
    expect(valid.length).toBeGreaterThan(before.valid.length);
    await store.remove(valid.map(({ key }) => key));
    product.clock.advance(11 * minute);
    expect((await verifyAudit(ctx())).fault).toEqual({ kind: 'unanchored' });
  });
});
