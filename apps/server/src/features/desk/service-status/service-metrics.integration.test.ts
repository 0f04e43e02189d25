import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPerson, signedUpPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { createServiceMetrics } from './service-metrics.ts';

const token = 'a-token-for-the-monitor-alone';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ METRICS_TOKEN: token });
});
afterAll(() => product.stop());

function scrape(authorization?: string, path = '/metrics'): Promise<Response> {
  return fetch(`${product.url}${path}`, authorization ? { headers: { authorization } } : {});
}
const page = async () => (await scrape(`Bearer ${token}`)).text();

function seriesOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('metrics page', () => {
  it('returns 404 without the token', async () => {
    const refused = [
      await scrape(),
      await scrape(`Bearer ${token}x`),
      await scrape(token),
      await scrape(`bearer ${token}`),
      await scrape(undefined, `/metrics?token=${token}`),
    ];
    for (const response of refused) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
    }
    expect((await scrape(`Bearer ${token}`)).headers.get('content-type')).toMatch(/^text\/plain/);
  });

  it('counts requests by method, route template and class of status, including unknown routes', async () => {
    const browser = product.browser();
    await browser.getVersion();
    await fetch(`${product.url}/api/instructions/${randomUUID()}`);
    await fetch(`${product.url}/api/${randomUUID()}/${randomUUID()}`);
    await fetch(`${product.url}/api/version`, { method: 'PROPFIND' }).catch(() => {});
    const text = await page();
    const count = (labels: string) =>
      seriesOf(text, `zavet_http_request_duration_seconds_count{${labels}}`);
    expect(count('method="GET",route="/api/version",status="2xx"')).toBeGreaterThan(0);
    expect(count('method="GET",route="/api/instructions/{id}",status="4xx"')).toBe(1);
    expect(count('method="GET",route="unknown",status="4xx"')).toBeGreaterThan(0);
    const labels = [...text.matchAll(/^zavet_http_request_duration_seconds_count\{(.*)\}/gm)];
    for (const [, one = ''] of labels) {
      expect(one).toMatch(
        /^method="([A-Z]+|other)",route="(unknown|page|file|\/[\w/{}.-]*)",status="\dxx"$/,
      );
    }
  });

  it('contains metrics of the process and of the whole service', async () => {
    const person = await signedUpPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'note.txt', Buffer.from('text'));
    await recordHeartbeat(product);
    await appendAudit(product, {
      actor: { kind: 'command' },
      act: 'backup_made',
      facts: { lost: 2 },
    });
    // Read directly, because the page is cached for 15 seconds.
    const read = new Map(
      (await createServiceMetrics(product.database, product.log)()).map(({ name, values }) => [
        name,
        values,
      ]),
    );
    const only = (name: string) => read.get(name)?.[0]?.value;
    expect(only('zavet_stored_bytes')).toBeGreaterThan(0);
    expect(only('zavet_backup_age_seconds')).toBeLessThan(600);
    expect(only('zavet_backup_lost_files')).toBe(2);
    expect(only('zavet_audit_entries')).toBeGreaterThan(0);
    expect(only('zavet_worker_heartbeat_age_seconds')).toBeLessThan(600);
    expect([only('zavet_letters_waiting'), only('zavet_letters_unreached')]).toEqual([0, 0]);
    expect([only('zavet_letters_overdue_seconds'), only('zavet_jobs_failed')]).toEqual([0, 0]);
    const outcomes = read.get('zavet_mails_last_day') ?? [];
    expect(outcomes).toContainEqual({ value: 0, labels: { outcome: 'bounced' } });
    expect(outcomes.find(({ labels }) => labels?.outcome === 'accepted')?.value).toBeGreaterThan(0);

    const text = await page();
    expect(seriesOf(text, 'zavet_mails_handed_over_total{outcome="accepted"}')).toBeGreaterThan(0);
    expect(
      seriesOf(text, 'zavet_job_duration_seconds_count{job="mail",outcome="done"}'),
    ).toBeGreaterThan(0);
    expect(seriesOf(text, 'zavet_dependency_unavailable{dependency="database"}')).toBe(0);
    expect(seriesOf(text, 'zavet_not_ready{reason="database"}')).toBe(0);
    expect(seriesOf(text, 'zavet_mail_domains_paused')).toBe(0);
    expect(text).toMatch(/^zavet_build_info\{version="[^"]+",node="v[^"]+"\} 1$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).not.toMatch(/^# TYPE \w+_total gauge/m);
  });

  it('contains the number and age of due jobs, and failed jobs', async () => {
    const idle = await startTestProduct({}, { runsJobs: false });
    try {
      await idle.database.rows(sql`
        insert into pgboss.job (name, data, start_after) values
          ('mail', '{}', now() - interval '90 seconds'), ('mail', '{}', now() + interval '1 hour'),
          ('failed-jobs', '{}', now()), ('failed-jobs', '{}', now())`);
      const read = await createServiceMetrics(idle.database, idle.log)();
      const of = (name: string) => read.find((one) => one.name === name)?.values ?? [];
      expect(of('zavet_jobs_failed')).toEqual([{ value: 2 }]);
      const labels = { job: 'mail' };
      expect(of('zavet_jobs_waiting')).toContainEqual({ value: 1, labels });
      const oldest = of('zavet_jobs_oldest_seconds').find((one) => one.labels?.job === labels.job);
      expect(oldest?.value).toBeGreaterThanOrEqual(90);
      expect(of('zavet_worker_heartbeat_age_seconds')).toEqual([]);
    } finally {
      await idle.stop();
    }
  });

  it('omits unreadable groups, and is empty while the database is unavailable', async () => {
    const unavailable = {
      rows: async () => {
        throw Object.assign(new Error('lost'), { code: 'ECONNREFUSED' });
      },
    };
    const withoutQueue = {
      rows: async <Row>(statement: SQL): Promise<Row[]> => {
        const { sql: text } = new PgDialect().sqlToQuery(statement);
        if (text.includes('pgboss.')) throw new Error('relation does not exist');
        return product.database.rows<Row>(statement);
      },
    };
    const names = (await createServiceMetrics(withoutQueue, product.log)()).map(({ name }) => name);
    expect(names).toContain('zavet_letters_waiting');
    expect(names).not.toContain('zavet_jobs_waiting');
    expect(await createServiceMetrics(unavailable, product.log)()).toEqual([]);
  });

  it('contains no addresses, names, texts, ids or secrets', async () => {
    const canary = `canary${randomUUID()}`;
    const person = await signedInPerson(product);
    const { id: contact } = await addContact(person, `${randomUUID()}@example.org`);
    const { id } = await writeInstruction(person, {
      title: canary,
      trusted_contact_ids: [contact],
    });
    await attach(person, id, `${canary}.txt`, Buffer.from(canary));
    await fetch(`${product.url}/api/instructions/${id}?q=${canary}`, {
      headers: { 'user-agent': canary, 'x-forwarded-for': '203.0.113.77', traceparent: canary },
    });
    await fetch(`${product.url}/${canary}`);
    const text = await page();
    for (const secret of [
      canary,
      person.email,
      person.userId,
      contact,
      id,
      token,
      '203.0.113.77',
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/);
  });
});

describe('metric queries', () => {
  it('use indexes on large tables', async () => {
    const plans: string[] = [];
    const { database } = product;
    const explaining = {
      rows: <Row>(statement: SQL): Promise<Row[]> =>
        database.transaction(async () => {
          await database.rows(sql`set local enable_seqscan = off`);
          const lines = await database.rows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
          plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
          return [];
        }),
    };
    await createServiceMetrics(explaining, product.log)();
    const all = plans.join('\n');
    for (const index of [
      '_i11 ',
      'envelopes_next_attempt_at_index',
      'envelopes_unreached',
      'mail_outcomes_',
      'bounce_reports_reported_at_index',
      'audit_entries_seq_unique',
    ]) {
      expect(all).toContain(index);
    }
    const scanned = [...all.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
    // Small tables, and a table that is read only every ten minutes.
    const allowed = ['worker_heartbeats', 'queue', 'user_storage_usage'];
    expect(scanned.filter((table) => !allowed.includes(table ?? ''))).toEqual([]);
  });
});
