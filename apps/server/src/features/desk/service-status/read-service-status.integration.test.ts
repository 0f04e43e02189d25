import { randomUUID } from 'node:crypto';
import { serviceStatus } from '@zavet/contract/desk/status-endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { removeDue } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import type { Context } from '../../../context.ts';
import { MailRefused, type MailTransport } from '../../../platform/mail/mail-transport.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { createCountedTransport } from './mail-counter.ts';
import { readStorageMetrics } from './metrics-repository.ts';
import { readServiceStatus } from './read-service-status.ts';
import { retryJob } from './service-acts.ts';

let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  operator = await operatorAtDesk(product);
});
afterAll(() => product.stop());

const day = 24 * 60 * 60 * 1000;
const readStatus = () => operator.browser.getServiceStatus();

/** Audit entries of an act, newest first. */
async function entriesOf(act: 'job_retried' | 'test_mail_sent') {
  const { entries } = await operator.browser.listAudit({ query: { act } });
  return entries;
}

describe('storage of many accounts', () => {
  it('is estimated from a sample and marked as such', async () => {
    const { database } = product;
    await database.transaction(async () => {
      await database.rows(sql`
        with added as (
          insert into users (id, email, email_verified, created_at, updated_at)
          select gen_random_uuid(), 'stored-' || n || '@example.org', true, now(), now()
          from generate_series(1, 400) n returning id)
        insert into user_storage_usage (user_id, used_bytes) select id, 1000 from added`);
    });
    const exact = await readStorageMetrics(database);
    expect(exact).toMatchObject({ is_estimated: false, used_bytes: 400_000 });
    await database.rows(sql`analyze user_storage_usage`);
    const { is_estimated, used_bytes } = await readStorageMetrics(database, 100);
    expect(is_estimated).toBe(true);
    expect(used_bytes).toBeGreaterThan(0.9 * exact.used_bytes);
    expect(used_bytes).toBeLessThan(1.1 * exact.used_bytes);
    await database.rows(sql`delete from users where email like 'stored-%'`);
  });
});

describe('service status', () => {
  it('contains versions and applied migrations', async () => {
    const { versions } = await readStatus();
    expect(versions).toMatchObject({
      program: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.version,
      database: expect.stringMatching(/^PostgreSQL \d/),
      migrations_applied: versions.migrations_known,
    });
    expect(versions.migrations_known).toBeGreaterThan(0);
  });

  it('contains the last reading of delivery reports, its failure and daily counts', async () => {
    expect((await readStatus()).reports).toEqual({ ways: [], failed: 0, delayed: 0 });
    const bounces = { mailbox: {}, listener: {} } as Context['config']['bounces'];
    const config = { ...product.ctx.config, bounces };
    const now = product.clock.now();
    await product.database.rows(sql`
      insert into bounce_readings (way, read_at, failed_at, trouble)
      values ('mailbox', '2026-11-01', ${now.toISOString()}::timestamptz, 'login_refused')`);
    for (const [kind, days] of [
      ['failed', 0],
      ['failed', 2],
      ['delayed', 0],
    ] as const) {
      const at = new Date(now.getTime() - days * day).toISOString();
      await product.database.rows(sql`
        insert into bounce_reports (id, mail_id, digest, kind, is_address_unknown, reported_at)
        values (${randomUUID()}, ${randomUUID()}, 'x', ${kind}, false, ${at}::timestamptz)`);
    }
    const { reports } = serviceStatus.parse(await readServiceStatus({ ...product.ctx, config }));
    expect(reports).toEqual({
      ways: [
        {
          way: 'mailbox',
          read_at: expect.stringMatching(/^2026-(10-31|11-01)/),
          failed_at: now.toISOString(),
          trouble: 'login_refused',
        },
        { way: 'listener', read_at: null, failed_at: null, trouble: null },
      ],
      failed: 1,
      delayed: 1,
    });
    await product.database.rows(sql`delete from bounce_reports`);
  });

  it('counts jobs per queue, with the due time of the oldest', async () => {
    await product.database.rows(
      sql`select pgboss.create_queue('no-such-job', '{"policy": "standard"}')`,
    );
    const [due, later] = ['2001-02-03T04:05:06.000Z', '2999-01-01T00:00:00.000Z'];
    for (const start of [due, '2002-01-01T00:00:00.000Z', later]) {
      await product.database.rows(sql`
        insert into pgboss.job (name, data, start_after, keep_until, state)
        values ('no-such-job', '{}', ${start}::timestamptz, '3000-01-01', 'created')`);
    }
    const { queues } = await readStatus();
    expect(queues).toContainEqual({
      job: 'no-such-job',
      waiting: 2,
      running: 0,
      later: 1,
      oldest_due_at: due,
    });
    await product.database.rows(sql`delete from pgboss.job where name = 'no-such-job'`);
  });

  it('shows a failed job by codes without its message, and retries it', async () => {
    const id = randomUUID();
    const output = {
      reason: 'MailRefused no such user secret@example.org',
      codes: ['MailRefused'],
    };
    await product.database.rows(sql`
      insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output, keep_until)
      values (${id}, 'failed-jobs', '{}', 'sweep-uploads', 3, ${JSON.stringify(output)}::jsonb,
        now() + interval '30 days')`);
    const shown = await readStatus();
    expect(shown.failed_jobs).toMatchObject({
      total: 1,
      jobs: [{ id, job: 'sweep-uploads', tries: 4, times: 1, codes: ['MailRefused'] }],
    });
    expect(JSON.stringify(shown)).not.toContain('secret@');
    // Retry and audit entry are one transaction.
    const broken = product.database.transaction(async () => {
      const { userId: user_id } = operator;
      await retryJob(product.ctx, { user_id, session_id: randomUUID() }, id);
      throw new Error('the database is unavailable');
    });
    await expect(broken).rejects.toThrow('unavailable');
    expect((await readStatus()).failed_jobs.total).toBe(1);
    expect(await entriesOf('job_retried')).toEqual([]);
    await operator.browser.retryFailedJob({ params: { id } });
    expect((await readStatus()).failed_jobs.total).toBe(0);
    const repeated = operator.browser.retryFailedJob({ params: { id } });
    await expect(repeated).rejects.toMatchObject({ code: 'not_found' });
    const [entry, ...rest] = await entriesOf('job_retried');
    expect(entry).toMatchObject({ actor: 'operator', actor_id: operator.userId, subject_id: id });
    expect(rest).toEqual([]);
  });

  it('contains the time of the last backup and the stored bytes', async () => {
    expect(await readStatus()).toMatchObject({
      backup_made_at: null,
      storage: { used_bytes: 0, objects: 0, waiting_removals: 0, is_estimated: false },
    });
    const before = product.clock.now();
    await appendAudit(product.ctx, { actor: { kind: 'command' }, act: 'backup_made' });
    const made = new Date((await readStatus()).backup_made_at ?? 0);
    expect(made.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(made.getTime()).toBeLessThanOrEqual(product.clock.now().getTime());
  });

  it('sends a test mail to the operator only, counts it and records it', async () => {
    await operator.browser.sendTestMail();
    const mail = await product.mailbox.latest(operator.email);
    expect(mail.subject).toBe('Проверка почты');
    await vi.waitFor(async () =>
      expect((await readStatus()).mail.counts).toContainEqual({
        mail: 'desk_test',
        accepted: 1,
        refused: 0,
        postponed: 0,
      }),
    );
    expect(await entriesOf('test_mail_sent')).toHaveLength(1);
  });
});

describe('mail counter', () => {
  const outgoing = (name: string) => ({ message_id: `<${name}.id@zavet.test>` }) as never;
  const counted = (transport: Partial<MailTransport>, database = product.database) =>
    createCountedTransport(transport as MailTransport, { ...product, database });

  it('counts many concurrent mails in few statements', async () => {
    const database = { ...product.database, db: vi.fn(product.database.db) };
    const transport = counted({ deliver: () => Promise.resolve({ response: '250 ok' }) }, database);
    const names = Array.from({ length: 300 }, (_, place) => (place % 3 === 0 ? 'third' : 'other'));
    await Promise.all(names.map((name) => transport.deliver(outgoing(name))));
    const { counts } = (await readStatus()).mail;
    expect(counts).toContainEqual({ mail: 'third', accepted: 100, refused: 0, postponed: 0 });
    expect(counts).toContainEqual({ mail: 'other', accepted: 200, refused: 0, postponed: 0 });
    expect(database.db.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('continues to count after a failed statement', async () => {
    let isUnavailable = true;
    const db = () => {
      if (isUnavailable) throw new Error('the database is unavailable');
      return product.database.db();
    };
    const transport = counted(
      { deliver: () => Promise.resolve({ response: '250 ok' }) },
      { ...product.database, db },
    );
    await transport.deliver(outgoing('after_outage'));
    isUnavailable = false;
    await transport.deliver(outgoing('after_outage'));
    const { counts } = (await readStatus()).mail;
    expect(counts).toContainEqual({ mail: 'after_outage', accepted: 1, refused: 0, postponed: 0 });
  });

  it('distinguishes permanent refusals from retries, and deletes counts after 30 days', async () => {
    const refusing = counted({
      deliver: (mail) =>
        Promise.reject(
          mail.message_id.startsWith('<final')
            ? new MailRefused('550 no', { permanent: true })
            : new MailRefused('450 later', { permanent: false }),
        ),
    });
    for (const name of ['final', 'passing', 'passing']) {
      await expect(refusing.deliver(outgoing(name))).rejects.toThrow(MailRefused);
    }
    const { counts } = (await readStatus()).mail;
    expect(counts).toContainEqual({ mail: 'final', accepted: 0, refused: 1, postponed: 0 });
    expect(counts).toContainEqual({ mail: 'passing', accepted: 0, refused: 0, postponed: 2 });
    product.clock.advance(day + 1);
    await removeDue(product, 'mail_outcomes');
    const [before] = await product.database.rows<{ rows: number }>(
      sql`select count(*)::int as rows from mail_outcomes`,
    );
    expect(before?.rows).toBeGreaterThan(1);
    product.clock.advance(30 * day);
    await removeDue(product, 'mail_outcomes');
    const [after] = await product.database.rows<{ rows: number }>(
      sql`select count(*)::int as rows from mail_outcomes`,
    );
    expect(after?.rows).toBe(0);
  });

  it('ignores throttled mails, which no server has seen', async () => {
    const paused = new MailRefused('later', { permanent: false, retryAfterMs: 60_000 });
    const pausing = counted({ deliver: () => Promise.reject(paused) });
    await expect(pausing.deliver(outgoing('waiting'))).rejects.toBe(paused);
    const rows = await product.database.rows(
      sql`select mail from mail_outcomes where mail = 'waiting'`,
    );
    expect(rows).toEqual([]);
  });

  it('does not prevent a mail while the database is unavailable', async () => {
    const unavailable = {
      db: () => {
        throw new Error('the database is unavailable');
      },
    } as never;
    const sending = counted({ deliver: async () => ({ response: '250 ok' }) }, unavailable);
    expect(await sending.deliver(outgoing('any'))).toEqual({ response: '250 ok' });
    expect(product.logged()).toContain('mail_not_counted');
  });
});
