import { type AuditAct, auditActs } from '@zavet/contract/identity/audit-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { accountWriters } from '../audit-acts/account-acts.ts';
import { paymentWriters } from '../audit-acts/payment-acts.ts';
import { releaseWriters } from '../audit-acts/release-acts.ts';
import { requestWriters } from '../audit-acts/request-acts.ts';
import { serviceWriters } from '../audit-acts/service-acts.ts';
import { type Entry, openWorld, type World, type WritersOf } from '../audit-acts/world.ts';

/** Every act with the use cases that record it. A missing act does not compile. */
const writers: WritersOf<AuditAct> = {
  ...serviceWriters,
  ...accountWriters,
  ...paymentWriters,
  ...requestWriters,
  ...releaseWriters,
};
const rows = auditActs.flatMap((act) =>
  Object.entries(writers[act]).map(([name, run]) => ({ act, name, run })),
);

let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, close } = await openWorld());
});
afterAll(() => close());

/** Reads from the database whose audit log contains this act. */
function inLogOf<T>(act: AuditAct, read: (database: Pick<Database, 'rows'>) => Promise<T>) {
  switch (act) {
    case 'tombstones_replayed':
      return read(world.idleDatabase);
    case 'renewals_ended':
    case 'refunded_on_request':
    case 'payment_refetched':
    case 'refund_retried':
    case 'refunded_manually':
    case 'settled_with_payer':
      return read(world.paying.database);
    default:
      return read(world.product.database);
  }
}

const entriesOf = (act: AuditAct) =>
  inLogOf(act, ({ rows: query }) =>
    query<Entry & { id: string }>(sql`
      select id, actor_kind, actor_id, owner_id, subject_id, facts
      from audit_entries where act = ${act} order by seq`),
  );

describe('the audit log', () => {
  it.each(rows)('has $act with its actor and facts after $name', async ({ act, run }) => {
    const known = new Set((await entriesOf(act)).map(({ id }) => id));
    const expected = await run(world);
    const written = (await entriesOf(act))
      // Jobs may also append entries of other test cases.
      .filter(({ id, owner_id }) => !known.has(id) && owner_id === expected.owner_id)
      .map(({ id: _, ...entry }) => entry);
    expect(written).toEqual([expected]);
  });
});
