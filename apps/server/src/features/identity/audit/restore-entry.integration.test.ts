import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditTampering, forgeHashes } from '../../../../test/audit.ts';
import { minute } from '../../../../test/durations.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newId } from '../../../platform/ids.ts';
import { anchorAudit } from './audit-anchors.ts';
import { findAuditHash } from './audit-repository.ts';
import { maxUnanchoredEntries, signRestore } from './restore-entry.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

const { ctx, append, appendAnchored, headSeq, verdictAfter } = auditTampering(() => product);

describe('entry about a restore', () => {
  beforeEach(appendAnchored);

  /** Cuts the log after a number and appends a `restored` entry, with valid hashes. */
  const cutTo = (seq: number, facts: object) => [
    sql`delete from audit_entries where seq > ${seq}`,
    sql`insert into audit_entries (id, at, actor_kind, act, facts, seq)
      values (${newId()}, now(), 'command', 'restored', ${JSON.stringify(facts)}::jsonb, ${seq + 1})`,
    forgeHashes(seq + 1),
  ];
  const statement = (head: number, known_head: number) => ({
    ...{ backup_at: '2026-11-01T00:00:00.000Z', is_log_kept: false, head, known_head },
    noted_at: product.clock.now().toISOString(),
  });
  const hashOf = async (seq: number) => (await findAuditHash(product.database, seq)) ?? '';
  const serviceKey = () => product.ctx.serviceKey;

  it.each<[string, (head: number) => Promise<object> | object]>([
    ['without a signature', (head) => statement(head, head + 2)],
    ['with only a number', (head) => ({ known_head: head + 2 })],
    [
      'with an invented signature',
      (head) => ({ ...statement(head, head + 2), mac: 'a'.repeat(64) }),
    ],
    [
      'with a signature from another position of the log',
      async (head) => ({
        ...signRestore(serviceKey(), await hashOf(head - 1), statement(head, head + 2)),
      }),
    ],
    [
      'with a statement about another position',
      async (head) => signRestore(serviceKey(), await hashOf(head), statement(head - 1, head + 2)),
    ],
    [
      'with a number changed after it was signed',
      async (head) => ({
        ...signRestore(serviceKey(), await hashOf(head), statement(head, head)),
        known_head: head + 2,
      }),
    ],
    [
      'that claims more than the anchors allow',
      async (head) =>
        signRestore(
          serviceKey(),
          await hashOf(head),
          statement(head, head + maxUnanchoredEntries + 3),
        ),
    ],
    [
      'that claims less than the log contains',
      async (head) => signRestore(serviceKey(), await hashOf(head), statement(head, head - 1)),
    ],
  ])('is detected as forged: %s', async (_, factsOf) => {
    const head = (await headSeq()) - 2;
    const verdict = await verdictAfter(...cutTo(head, await factsOf(head)));
    expect(verdict).toMatchObject({ fault: { kind: 'forged', seq: head + 1 }, lost: [] });
  });

  it('is accepted with valid facts and position, but does not explain a later loss', async () => {
    const head = (await headSeq()) - 2;
    const facts = signRestore(serviceKey(), await hashOf(head), statement(head, head + 2));
    const before = await verdictAfter(...cutTo(head, facts));
    expect(before).toMatchObject({ fault: null, lost: [{ from: head + 1, to: head + 2 }] });
    product.clock.advance(minute);
    await append();
    await anchorAudit(ctx());
    const later = await verdictAfter(...cutTo(head, facts));
    expect(later.fault).toMatchObject({ kind: 'cut', to: head + 3 });
  });
});
