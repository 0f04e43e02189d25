import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addYears } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '../../../../test/durations.ts';
import { newAddress, signedUpPerson, signUpBody } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { listRetentionRuns } from './index.ts';
import { recordRun, runRetention } from './run-retention.ts';

const day = 24 * hour;
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const count = async (table: string) => {
  const [row] = await product.database.rows<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return row?.count;
};
const run = () => runRetention(product.ctx);
const daysAgo = (days: number) =>
  new Date(product.clock.now().getTime() - days * day).toISOString();
const latestRun = async (kind: string) =>
  (await listRetentionRuns(product.database, 1000)).find((run) => run.kind === kind);

describe('the nightly run', () => {
  it('removes unconfirmed sign-ups, expired sessions and old events, and nothing else', async () => {
    const unconfirmed = newAddress();
    await product.browser().signUp({ body: signUpBody(unconfirmed) });
    await product.mailbox.latest(unconfirmed);
    const person = await signedUpPerson(product);
    const signedInAt = product.clock.now();

    product.clock.advance(29 * day);
    await run();
    expect([await count('users'), await count('sessions')]).toEqual([2, 1]);

    product.clock.advance(2 * day);
    // Retention keeps the new link of a repeated sign-up.
    await product.browser().signUp({ body: signUpBody(unconfirmed) });
    await product.mailbox.latest(unconfirmed, 2);
    await run();
    expect([await count('users'), await count('sessions')]).toEqual([2, 0]);
    // The time of the last activity remains after the session was deleted.
    const [seen] = await product.database.rows<{ seen_at: Date | string }>(
      sql`select seen_at from users where id = ${person.userId}`,
    );
    const seenAt = new Date(seen?.seen_at ?? 0).getTime();
    expect(Math.abs(seenAt - signedInAt.getTime())).toBeLessThan(hour);

    product.clock.advance(5 * day);
    await run();
    expect(await count('users')).toBe(1);
    expect(await count('account_links')).toBe(0);
    expect(await count('security_events')).toBeGreaterThan(0);

    product.clock.advance(366 * day);
    await run();
    expect(await count('security_events')).toBe(0);
    const { session } = await product
      .browser()
      .signIn({ body: { email: person.email, password: person.password } });
    expect(session?.user.id).toBe(person.userId);
  });

  it('removes notices, unknown notifications and captured mail', async () => {
    const person = await signedUpPerson(product);
    const { database, clock } = product;
    const insertNotices = async (at: string) => {
      await database.rows(sql`insert into deletion_notices (id, email, language, deleted_at)
        values (${randomUUID()}, ${newAddress()}, 'ru', ${at}::timestamptz)`);
      await database.rows(sql`insert into former_second_addresses (id, user_id, email, created_at)
        values (${randomUUID()}, ${person.userId}, ${newAddress()}, ${at}::timestamptz)`);
      await database.rows(sql`insert into recall_notices (id, user_id, email, language, created_at)
        values (${randomUUID()}, ${person.userId}, 'sealed', 'ru', ${at}::timestamptz)`);
      await database.rows(sql`
        insert into contact_notices (id, user_id, kind, name, email, preferred_language, created_at)
        values (${randomUUID()}, ${person.userId}, 'contact_removed', 'Anna', ${newAddress()}, 'ru',
          ${at}::timestamptz)`);
    };
    const insertUnknownNotification = (at: string) =>
      database.rows(sql`insert into unknown_notifications (id, event, object_id, created_at)
        values (${randomUUID()}, 'payment.succeeded', ${randomUUID()}, ${at}::timestamptz)`);
    await insertNotices(daysAgo(13));
    await insertNotices(daysAgo(15));
    await insertUnknownNotification(daysAgo(29));
    await insertUnknownNotification(daysAgo(31));
    const mails = () =>
      readdirSync(join(product.dataDir, 'mail')).filter((name) => name.endsWith('.json')).length;
    expect(mails()).toBeGreaterThan(1);

    await run();
    const noticeTables = [
      'deletion_notices',
      'former_second_addresses',
      'recall_notices',
      'contact_notices',
    ];
    for (const table of noticeTables) {
      expect(await count(table), table).toBe(1);
    }
    expect(await count('unknown_notifications')).toBe(1);
    clock.advance(31 * day);
    await run();
    expect(mails()).toBe(0);
  });

  it('keeps security events for a calendar year, also around leap days', async () => {
    const { database, clock } = product;
    const { userId } = await signedUpPerson(product);
    await database.rows(sql`delete from security_events`);
    const event = (at: Date) =>
      database.rows(sql`insert into security_events (id, user_id, kind, created_at)
        values (${randomUUID()}, ${userId}, 'pin_set', ${at.toISOString()}::timestamptz)`);
    const leap = new Date('2028-02-29T09:00:00Z');
    const march = new Date('2031-03-01T09:00:00Z');
    await event(march);
    await event(leap);
    clock.advance(new Date('2029-02-28T20:00:00Z').getTime() - clock.now().getTime());
    await run();
    expect(await count('security_events')).toBe(2);
    clock.advance(day);
    await run();
    expect(await count('security_events')).toBe(1);
    // On 29 February, an event of 1 March is not a year old yet.
    clock.advance(new Date('2032-02-29T12:00:00Z').getTime() - clock.now().getTime());
    await run();
    expect(await count('security_events')).toBe(1);
    clock.advance(day);
    await run();
    expect(await count('security_events')).toBe(0);
    expect(addYears(march, 1) < clock.now()).toBe(true);
  });
});

describe('a run', () => {
  it('is recorded with counts, also if nothing was due', async () => {
    await product.database.rows(sql`delete from unknown_notifications`);
    await run();
    expect(await latestRun('unknown_notifications')).toMatchObject({ batches: 0, removed: {} });
    const before = daysAgo(40);
    for (let each = 0; each < 501; each++) {
      await product.database.rows(sql`
        insert into unknown_notifications (id, event, object_id, created_at)
        values (${randomUUID()}, 'refund.succeeded', ${randomUUID()}, ${before}::timestamptz)`);
    }
    product.clock.advance(hour);
    await run();
    const record = await latestRun('unknown_notifications');
    expect(record).toMatchObject({ batches: 2, removed: { unknown_notifications: 501 } });
    expect(record?.ended_at).not.toBeNull();
  });

  it('is continued after a crash, and counts nothing twice', async () => {
    const { database, ctx } = product;
    product.clock.advance(hour);
    let left = 3;
    const removeOne = async () => {
      left -= 1;
      return { things: left < 0 ? 0 : 1 };
    };
    const crashAt = (at: string, passing: number) => {
      let passed = 0;
      return (point: string) => {
        if (point === at && ++passed === passing) throw new Error('killed');
      };
    };
    const runWith = (checkpoint: (point: string) => void) =>
      recordRun({ ...ctx, checkpoint }, 'request_papers', async (removeRecorded) => {
        while (await removeRecorded(removeOne));
      });
    // The current batch is rolled back with its count.
    await expect(runWith(crashAt('retention.before_commit', 2))).rejects.toThrow('killed');
    left += 1;
    const open = await latestRun('request_papers');
    expect(open).toMatchObject({ ended_at: null, batches: 1, removed: { things: 1 } });
    await expect(runWith(crashAt('retention.batch_done', 1))).rejects.toThrow('killed');
    await runWith(() => {});
    const ended = await latestRun('request_papers');
    expect(ended).toMatchObject({ id: open?.id, batches: 3, removed: { things: 3 } });
    expect(ended?.ended_at).not.toBeNull();
    await database.rows(sql`delete from retention_runs`);
  });
});
