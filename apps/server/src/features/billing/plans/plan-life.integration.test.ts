import { addDays, addMonths, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hour, minute } from '../../../../test/durations.ts';
import {
  buy,
  openPayment,
  type PayingProduct,
  startPayingProduct,
} from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { attachLarge, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { runRetention } from '../../service/retention/run-retention.ts';
import { reconcilePayments } from '../payments/settle-payment.ts';
import { processGracePeriods } from './grace-periods.ts';
import { insertOutage } from './outage-repository.ts';
import { applyOutages } from './outages.ts';
import { readPlan } from './plan-repository.ts';
import { announcePeriodEnds, endPeriods } from './renewals.ts';

let product: PayingProduct;
let person: Person;
beforeAll(async () => {
  product = await startPayingProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  product.standIn.control.reset();
  // A notification would settle a payment before the test does.
  product.standIn.control.setWebhooks({ mode: 'never' });
  // Owners of earlier tests would be renewed as well.
  await product.database.rows(sql`update user_storage set plan = 'custom'`);
  person = await signedInPerson(product);
});

const today = () => moscowDay(product.clock.now());
const plan = () => readPlan(product.database, person.userId);
const mailsOf = (count: number) => product.mailbox.subjects(person.email, count);
const paymentsOf = () =>
  product.database.rows<{ id: string; kind: string; status: string; user_id: string | null }>(
    sql`select * from payments where user_id = ${person.userId} order by created_at`,
  );

/** Moves to the morning of a day and runs all due tasks. */
async function moveToDay(day: string): Promise<void> {
  const morning = startOfMoscowDay(day).getTime() + 5 * hour;
  product.clock.advance(morning - product.clock.now().getTime());
  await runDueTasks();
}

/** Runs the daily tasks and the jobs they enqueue. */
async function runDueTasks(): Promise<void> {
  await announcePeriodEnds(product.ctx);
  await waitForJobs();
  await endPeriods(product.ctx);
  await waitForJobs();
  await processGracePeriods(product.ctx);
  await waitForJobs();
}

/** Waits until no job is due; failed jobs, which wait for their next attempt, are not due. */
async function waitForJobs(): Promise<void> {
  const busy = () =>
    product.database.rows(sql`
      select id from pgboss.job
      where name in ('settle-payment', 'settle-refund', 'mail') and state in ('created', 'active')
        and start_after <= now()`);
  await vi.waitFor(async () => expect(await busy()).toEqual([]), { timeout: 20_000, interval: 20 });
}

describe('a plan with a saved card', () => {
  it('is renewed every month, once, for the same price, without a gap', async () => {
    await buy(product, person, 'storage_300_monthly');
    const first = today();
    for (let month = 1; month <= 3; month++) {
      await moveToDay(addDays(addMonths(first, month), -1));
      expect((await plan()).valid_until).toBe(addMonths(first, month));
      await moveToDay(addMonths(first, month));
      // A second run on the same day changes nothing.
      await runDueTasks();
      expect((await plan()).valid_until).toBe(addMonths(first, month + 1));
    }
    const paid = await paymentsOf();
    expect(paid).toHaveLength(4);
    expect(paid.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(Object.values(product.standIn.control.charges())).toEqual(Array(4).fill(1));
  });

  it('is retried on four days if the bank declines, then lapses, and can be bought again', async () => {
    await buy(product, person, 'storage_500_monthly');
    const end = addMonths(today(), 1);
    product.standIn.control.decline({ times: 4 });
    await moveToDay(addDays(end, -3));
    for (let day = 0; day < 3; day++) {
      await moveToDay(addDays(end, day));
      await runDueTasks();
      expect(await plan()).toMatchObject({ plan: 'storage_500', limit_mb: 500 });
    }
    await moveToDay(addDays(end, 3));
    await runDueTasks();
    expect(await plan()).toMatchObject({
      plan: 'free_expired',
      limit_mb: 30,
      former_plan: 'storage_500',
      expired_on: addDays(end, 3),
    });
    const declined = (await paymentsOf()).filter(({ status }) => status === 'canceled');
    expect(declined).toHaveLength(4);
    const subjects = await mailsOf(7);
    expect(subjects.filter((one) => one.startsWith('Не получилось продлить'))).toHaveLength(4);
    expect(subjects).toContain('Тариф «500\u00a0МБ» закончился');

    await person.browser.signIn({ body: person });
    const view = await person.browser.getPlan();
    expect(view.expired).toMatchObject({ plan: 'storage_500', files_removed_on: null });
    await buy(product, person, 'storage_500_monthly');
    expect(await plan()).toMatchObject({
      plan: 'storage_500',
      expired_on: null,
      grace_until: null,
    });
  });

  it('is renewed once if the provider charged the card without a response', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    await moveToDay(addDays(end, -3));
    product.standIn.control.fault({ call: 'create', fault: 'timeout_after' });
    await moveToDay(end);
    expect((await plan()).valid_until).toBe(end);
    product.clock.advance(2 * minute);
    await reconcilePayments(product.ctx);
    expect((await plan()).valid_until).toBe(addMonths(end, 1));
    expect(Object.values(product.standIn.control.charges())).toEqual([1, 1]);
  });

  it('is never charged again after the consent was withdrawn', async () => {
    await buy(product, person, 'storage_300_monthly');
    product.standIn.control.decline({ reason: 'permission_revoked' });
    const end = addMonths(today(), 1);
    await moveToDay(addDays(end, -3));
    await moveToDay(end);
    expect(await plan()).toMatchObject({ plan: 'storage_300', auto_renewal: false });
    await moveToDay(addDays(end, 1));
    expect((await plan()).plan).toBe('free_expired');
    expect(await paymentsOf()).toHaveLength(2);
  });

  it('lapses at the end of its period if automatic renewal is off', async () => {
    await buy(product, person, 'storage_300_monthly');
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    const end = addMonths(today(), 1);
    await moveToDay(addDays(end, -1));
    expect((await plan()).plan).toBe('storage_300');
    await moveToDay(end);
    expect((await plan()).plan).toBe('free_expired');
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('deletes the card when the owner removes it', async () => {
    await buy(product, person, 'storage_300_monthly');
    const view = await person.browser.removePaymentMethod();
    expect(view).toMatchObject({ payment_method: null, auto_renewal: false });
    await expect(person.browser.setAutoRenewal({ body: { is_on: true } })).rejects.toMatchObject({
      code: 'payment_method_missing',
    });
    await moveToDay(addMonths(today(), 1));
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('bought again during a renewal ends with one plan and one refund', async () => {
    await buy(product, person, 'storage_300_monthly');
    const end = addMonths(today(), 1);
    await moveToDay(addDays(end, -3));
    product.standIn.control.fault({ call: 'create', fault: 'timeout_after' });
    await moveToDay(end);
    await person.browser.signIn({ body: person });
    await buy(product, person, 'storage_300_monthly');
    product.clock.advance(2 * minute);
    await reconcilePayments(product.ctx);
    product.clock.advance(2 * minute);
    await reconcilePayments(product.ctx);
    await waitForJobs();
    expect(await plan()).toMatchObject({ plan: 'storage_300', valid_until: addMonths(end, 1) });
    expect(product.standIn.control.refunds()).toMatchObject([{ amount: { value: '300.00' } }]);
    expect(await mailsOf(4)).toContain('Мы вернули вам деньги');
  });
});

describe('files above the limit', () => {
  it('are kept for 30 days with three warnings, then the newest are removed until the rest fits', async () => {
    await buy(product, person, 'storage_300_monthly');
    const { id } = await writeInstruction(person);
    await attachLarge(product, person, id, ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt']);
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    const end = addMonths(today(), 1);
    for (const passed of [0, 15, 16, 17, 23, 29]) await moveToDay(addDays(end, passed));
    const subjects = await mailsOf(5);
    expect(subjects.slice(1)).toEqual([
      'Тариф «300\u00a0МБ» закончился',
      ...Array(3).fill(expect.stringContaining('Часть файлов будет удалена')),
    ]);
    await person.browser.signIn({ body: person });
    const { files } = await person.browser.getInstruction({ params: { id } });
    expect(files).toHaveLength(5);

    await moveToDay(addDays(end, 30));
    await person.browser.signIn({ body: person });
    const remaining = await person.browser.getInstruction({ params: { id } });
    expect(remaining.files.map(({ file_name }) => file_name)).toEqual(['1.txt', '2.txt', '3.txt']);
    expect(remaining.content).not.toBe('');
    expect((await person.browser.getStorage()).used_mb).toBe(27);
    expect((await mailsOf(6)).at(-1)).toBe('Файлы сверх доступного места удалены');
    expect((await plan()).plan).toBe('free');
  });

  it('cause no warnings if there are none', async () => {
    await buy(product, person, 'storage_300_monthly');
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    const end = addMonths(today(), 1);
    for (const passed of [0, 16, 29, 30]) await moveToDay(addDays(end, passed));
    expect((await plan()).plan).toBe('free');
    expect(await mailsOf(2)).toHaveLength(2);
  });
});

describe('a recorded outage', () => {
  it('of some days extends a running plan by its length, once', async () => {
    await buy(product, person, 'storage_300_monthly');
    const before = (await plan()).valid_until ?? '';
    const startedAt = product.clock.now();
    product.clock.advance(50 * hour);
    const now = product.clock.now();
    expect(await insertOutage(product.database, startedAt, now, now)).toBe(true);
    expect(await insertOutage(product.database, startedAt, now, now)).toBe(false);
    await applyOutages(product.ctx);
    await applyOutages(product.ctx);
    expect((await plan()).valid_until).toBe(addDays(before, 3));
    expect(await mailsOf(2)).toContain('Мы продлили ваш тариф');
  });

  it('of more than 30 days refunds its days', async () => {
    await buy(product, person, 'storage_300_yearly');
    const startedAt = product.clock.now();
    product.clock.advance(74 * 24 * hour);
    const ended = new Date(startedAt.getTime() + 73 * 24 * hour);
    await insertOutage(product.database, startedAt, ended, product.clock.now());
    await applyOutages(product.ctx);
    await vi.waitFor(() => expect(product.standIn.control.refunds()).toHaveLength(1), 10_000);
    // 73 days are a fifth of a year; slightly less of a leap year.
    expect([598, 600]).toContain(Number(product.standIn.control.refunds()[0]?.amount.value));
  });
});

describe('a deleted account', () => {
  it('leaves anonymous payments, and later payments are refunded', async () => {
    const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
    await person.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: person.password },
    });
    product.standIn.control.pay(provider_id);
    product.clock.advance(2 * minute);
    await reconcilePayments(product.ctx);
    product.clock.advance(2 * minute);
    await reconcilePayments(product.ctx);
    await waitForJobs();
    const rows = await product.database.rows<object>(
      sql`select * from payments where id = ${payment_id}`,
    );
    expect(rows).toMatchObject([{ user_id: null, status: 'succeeded', amount_kopecks: 30_000 }]);
    expect(JSON.stringify(rows)).not.toContain(person.email);
    expect(product.standIn.control.refunds()).toHaveLength(1);
    const requests = await product.database.rows(
      sql`select * from payment_requests where payment_id = ${payment_id}`,
    );
    expect(requests).toEqual([]);
  });

  it('has its payments stored for five years and no longer', async () => {
    const id = await buy(product, person, 'storage_300_monthly');
    const count = async () =>
      (await product.database.rows(sql`select id from payments where id = ${id}`)).length;
    await moveToDay(addDays(addMonths(today(), 60), -1));
    await runRetention(product.ctx);
    expect(await count()).toBe(1);
    await moveToDay(addDays(today(), 2));
    await runRetention(product.ctx);
    expect(await count()).toBe(0);
  });
});
