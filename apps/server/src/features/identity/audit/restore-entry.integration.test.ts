import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditTampering, forgeHashes } from '../../../../test/audit.ts';
import { minute } from '../../../../test/durations.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { newId } from '../../../platform/ids.ts';
import { anchorAudit } from './audit-anchors.ts';
import { findAuditHash } from './audit-repository.ts';
import { maxUnanchored, signRestore } from './restore-entry.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

const { ctx, append, appendAnchored, headSeq, verdictAfter } = auditTampering(() => product);

describe('an entry about a restore that did not happen', () => {
  beforeEach(appendAnchored);

  /** Cuts the log behind a number and appends such an entry, with right hashes. */
  const cutTo = (seq: number, facts: object) => [
    sql`delete from audit_entries where seq > ${seq}`,
    sql`insert into audit_entries (id, at, actor_kind, act, facts, seq)
      values (${newId()}, now(), 'command', 'restored', ${JSON.stringify(facts)}::jsonb, ${seq + 1})`,
    forgeHashes(seq + 1),
  ];
  const said = (head: number, known_head: number) => ({
    ...{ backup_at: '2026-11-01T00:00:00.000Z', is_log_kept: false, head, known_head },
    noted_at: product.clock.now().toISOString(),
  });
  const hashOf = async (seq: number) => (await findAuditHash(product.database, seq)) ?? '';
  const serviceKey = () => product.ctx.serviceKey;

  it.each<[string, (head: number) => Promise<object> | object]>([
    ['without a signature', (head) => said(head, head + 2)],
    ['with nothing but a number', (head) => ({ known_head: head + 2 })],
    ['with a signature of its own', (head) => ({ ...said(head, head + 2), mac: 'a'.repeat(64) })],
    [
      'with a signature from another place of the log',
      async (head) => ({
        ...signRestore(serviceKey(), await hashOf(head - 1), said(head, head + 2)),
      }),
    ],
    [
      'with the statement of another place',
      async (head) => signRestore(serviceKey(), await hashOf(head), said(head - 1, head + 2)),
    ],
    [
      'with a figure changed after it was signed',
      async (head) => ({
        ...signRestore(serviceKey(), await hashOf(head), said(head, head)),
        known_head: head + 2,
      }),
    ],
    [
      'that says more than was ever noted',
      async (head) =>
        signRestore(serviceKey(), await hashOf(head), said(head, head + maxUnanchored + 3)),
    ],
    [
      'that says less than is there',
      async (head) => signRestore(serviceKey(), await hashOf(head), said(head, head - 1)),
    ],
  ])('%s is found forged', async (_, factsOf) => {
    const head = (await headSeq()) - 2;
    const verdict = await verdictAfter(...cutTo(head, await factsOf(head)));
    expect(verdict).toMatchObject({ fault: { kind: 'forged', seq: head + 1 }, lost: [] });
  });

  it('but with the very same facts and place is a true one, which explains nothing that came after it', async () => {
    const head = (await headSeq()) - 2;
    const facts = signRestore(serviceKey(), await hashOf(head), said(head, head + 2));
    const before = await verdictAfter(...cutTo(head, facts));
    expect(before).toMatchObject({ fault: null, lost: [{ from: head + 1, to: head + 2 }] });
    product.clock.advance(minute);
    await append();
    await anchorAudit(ctx());
    const later = await verdictAfter(...cutTo(head, facts));
    expect(later.fault).toMatchObject({ kind: 'cut', to: head + 3 });
  });
});
