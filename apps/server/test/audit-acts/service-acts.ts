import { randomUUID } from 'node:crypto';
import type { serviceActs } from '@zavet/contract/identity/audit-values';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { makeAuditedBackup } from '../../src/commands/backup.ts';
import { retryJob } from '../../src/commands/jobs.ts';
import { recordKeyDropped, rotateKeys } from '../../src/commands/keys.ts';
import { recordRestore } from '../../src/features/identity/audit/restore-entry.ts';
import {
  appointOperator,
  dismissOperator,
} from '../../src/features/identity/operators/appoint-operator.ts';
import { operatorCodes } from '../../src/features/identity/operators/operator-codes.ts';
import { replayTombstones } from '../../src/features/service/backup/tombstones.ts';
import { checkStorage } from '../../src/features/service/storage-check/check-storage.ts';
import { hour } from '../durations.ts';
import { streamOf } from '../object-stores.ts';
import { newOperator, operatorAtDesk } from '../operators.ts';
import { signedInPerson } from '../people.ts';
import type { TestProduct } from '../test-product.ts';
import { byCommand, byOperator, day, type WritersOf } from './world.ts';

export const serviceWriters: WritersOf<(typeof serviceActs)[number]> = {
  operator_added: {
    appointOperator: async ({ product }) => {
      const { email, userId } = await signedInPerson(product);
      await appointOperator(product.ctx, operatorCodes(product.ctx), email);
      return byCommand({ subject_id: userId });
    },
  },
  operator_removed: {
    dismissOperator: async ({ product }) => {
      const { email, userId } = await newOperator(product);
      await dismissOperator(product.ctx, email);
      return byCommand({ subject_id: userId });
    },
  },
  desk_opened: {
    openDesk: async ({ product }) => {
      const operator = await newOperator(product);
      await operator.openDesk();
      return byOperator(operator);
    },
  },
  // The tests of these commands also check the audit entries.
  key_rotation_started: {
    rotateKeys: async ({ product }) => {
      await rotateKeys(product.database, product.masterKeys, quietProgress.signal);
      return byCommand({ facts: { version: 1 } });
    },
  },
  keys_rotated: {
    rotateKeys: async ({ product }) => {
      await rotateKeys(product.database, product.masterKeys, quietProgress.signal);
      return byCommand({ facts: { version: 1, rewrapped: 0, damaged: 0 } });
    },
  },
  key_dropped: {
    recordKeyDropped: async ({ product }) => {
      await recordKeyDropped(product.database, 1);
      return byCommand({ facts: { version: 1 } });
    },
  },
  backup_made: {
    makeAuditedBackup: async ({ product, backup }) => {
      const made = await makeAuditedBackup(product, backup, quietProgress, { isFull: true });
      const { rows, objects, bytes, copied_bytes, lost } = made;
      return byCommand({ facts: { rows, objects, bytes, copied_bytes, lost } });
    },
  },
  restored: {
    recordRestore: async ({ product }) => {
      const backup_at = product.clock.now().toISOString();
      const ctx = { ...product, serviceKey: product.ctx.serviceKey };
      await recordRestore(ctx, { backup_at, is_kept: true, replaced_head: 0 });
      return byCommand({ facts: expect.objectContaining({ backup_at, is_log_kept: true }) });
    },
  },
  tombstones_replayed: {
    replayTombstones: async ({ product: { store, clock }, idleDatabase: database }) => {
      const ctx = { database, store, clock, beforeDeleting: async () => {} };
      const { tombstones } = await replayTombstones(ctx, [], quietProgress);
      return byCommand({ facts: { tombstones, deleted: 0 } });
    },
  },
  storage_repaired: {
    checkStorage: async ({ product }) => {
      const { database, store, ctx } = product;
      await store.put(`files/${randomUUID()}/leftover`, streamOf('x'), 1);
      const later = { now: () => new Date(Date.now() + 2 * day) };
      await checkStorage(
        { database, store, clock: later, jobs: ctx.jobs },
        { repair: true, marksLost: false, many: true, all: false },
        quietProgress,
      );
      return byCommand({ facts: { enqueued_removals: 1, put_back: 0, given_up: 0 } });
    },
  },
  outage_recorded: {
    recordOutage: async ({ product }) => {
      const operator = await operatorAtDesk(product);
      const facts = outageFactsOf(outageOf(product, 5));
      await operator.browser.recordOutage({ body: { ...facts, code: operator.code() } });
      return byOperator(operator, { facts });
    },
  },
  job_retried: {
    retryJob: async ({ product }) => {
      const operator = await operatorAtDesk(product);
      const id = await insertFailedJob(product);
      await operator.browser.retryFailedJob({ params: { id } });
      return byOperator(operator, { subject_id: id });
    },
    'jobs retry': async ({ product }) => {
      const id = await insertFailedJob(product);
      await retryJob(product, { id });
      return byCommand({ subject_id: id });
    },
  },
  test_mail_sent: {
    sendTestMail: async ({ product }) => {
      const operator = await operatorAtDesk(product);
      await operator.browser.sendTestMail();
      return byOperator(operator);
    },
  },
  maintenance_planned: {
    planMaintenance: async ({ product }) => {
      const { operator, id, time } = await planNewMaintenance(product);
      return byOperator(operator, { subject_id: id, facts: time });
    },
  },
  maintenance_cancelled: {
    cancelMaintenance: async ({ product }) => {
      const { operator, id } = await planNewMaintenance(product);
      const body = { code: operator.code() };
      await operator.browser.cancelMaintenance({ params: { id }, body });
      return byOperator(operator, { subject_id: id });
    },
  },
};

const quietProgress = { print: () => {}, signal: new AbortController().signal };

async function insertFailedJob({ database }: TestProduct): Promise<string> {
  const id = randomUUID();
  await database.rows(sql`
    insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output, keep_until)
    values (${id}, 'failed-jobs', '{}', 'sweep-uploads', 3, '{"reason": "", "codes": []}',
      now() + interval '30 days')`);
  return id;
}

const outageOf = ({ clock }: TestProduct, hoursAgo: number) => ({
  started_at: new Date(clock.now().getTime() - hoursAgo * hour),
  ended_at: new Date(clock.now().getTime() - hour),
});
const outageFactsOf = ({ started_at, ended_at }: ReturnType<typeof outageOf>) => ({
  started_at: started_at.toISOString(),
  ended_at: ended_at.toISOString(),
});

/** Plans maintenance; returns its id and times, and the operator. */
async function planNewMaintenance(product: TestProduct) {
  await product.database.rows(sql`delete from maintenance_windows`);
  const operator = await operatorAtDesk(product);
  const code = operator.code();
  const at = (hours: number) => new Date(product.clock.now().getTime() + hours * hour);
  const time = { starts_at: at(31).toISOString(), ends_at: at(33).toISOString() };
  const { id } = await operator.browser.planMaintenance({ body: { ...time, code } });
  return { operator, id, time };
}
