import { addDays, addMonths, moscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hour, minute } from '../../../../test/durations.ts';
import {
  buy,
  openPayment,
  type PayingProduct,
  paymentInput,
  productionContextOf,
  refreshPayment,
  startPayingProduct,
} from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { announceRenewal, moveClockTo } from '../../../../test/plan-days.ts';
import { attachLarge, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { withService } from '../../../context.ts';
import { paymentProvider } from '../payments/configured-provider.ts';
import { listPaymentEvents } from '../payments/payment-history-repository.ts';
import { findPaymentMethod } from '../payments/renewal-repository.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { processGracePeriods } from './grace-periods.ts';
import { insertOutage } from './outage-repository.ts';
import { applyOutages } from './outages.ts';
import { amendPlan, readPlan } from './plan-repository.ts';
import { endPeriods } from './renewals.ts';

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
  await product.database.rows(sql`update user_storage set plan = 'custom', grace_until = null`);
  person = await signedInPerson(product);
});

const today = () => moscowDay(product.clock.now());
const plan = () => readPlan(product.database, person.userId);
const charges = () => Object.values(product.standIn.control.charges()).length;

const moveTo = (day: string) => moveClockTo(product, day);

/** Opens the due renewal. Its first attempt does not reach the provider. */
async function unansweredRenewal(): Promise<string> {
  await announceRenewal(product.database, person.userId);
  product.standIn.control.fault({ call: 'create', fault: 'timeout_before', times: 1_000 });
  await endPeriods(product.ctx);
  await dropJobOfPayment();
  const [renewal] = await product.database.rows<{ id: string }>(
    sql`select id from payments where user_id = ${person.userId} and kind = 'renewal'`,
  );
  if (!renewal) throw new Error('no renewal was opened');
  await settlePayment(product.ctx, renewal.id).catch(() => {});
  product.standIn.control.clearFaults();
  return renewal.id;
}

/** Waits for the first attempt of the job and deletes it; the test makes the next attempt. */
async function dropJobOfPayment(): Promise<void> {
  const runningJobs = () =>
    product.database.rows(sql`
      select id from pgboss.job where name = 'settle-payment' and state in ('created', 'active')`);
  await vi.waitFor(async () => expect(await runningJobs()).toEqual([]), { timeout: 20_000 });
  await product.database.rows(sql`delete from pgboss.job where name = 'settle-payment'`);
}

describe('a renewal unknown to the provider', () => {
  it('is not charged to a card that was removed meanwhile', async () => {
    await buy(product, person, 'storage_300_monthly');
    moveTo(addMonths(today(), 1));
    const id = await unansweredRenewal();
    await person.browser.signIn({ body: person });
    await person.browser.removePaymentMethod();
    product.clock.advance(2 * minute);
    await settlePayment(product.ctx, id);
    expect(charges()).toBe(1);
    expect(await findPaymentMethod(product.database, person.userId)).toBeUndefined();
  });

  it('is not charged if another plan was bought meanwhile, and the new card stays', async () => {
    await buy(product, person, 'storage_300_monthly');
    moveTo(addMonths(today(), 1));
    const id = await unansweredRenewal();
    await person.browser.signIn({ body: person });
    const { provider_id } = await openPayment(product, person, 'storage_500_monthly');
    product.standIn.control.pay(provider_id, '1111');
    await refreshPayment(person, 'storage_500_monthly');
    await settlePayment(product.ctx, id);
    expect(charges()).toBe(2);
    expect(await plan()).toMatchObject({ plan: 'storage_500' });
    const method = await findPaymentMethod(product.database, person.userId);
    expect(method?.last4).toBe('1111');
  });
});

describe('a pending purchase', () => {
  it('takes effect although the plan lapses before the payment succeeds', async () => {
    await buy(product, person, 'storage_300_monthly');
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    moveTo(addMonths(today(), 1));
    await person.browser.signIn({ body: person });
    const { provider_id } = await openPayment(product, person, 'storage_300_monthly');
    await endPeriods(product.ctx);
    expect((await plan()).plan).toBe('free_expired');
    product.standIn.control.pay(provider_id);
    await refreshPayment(person, 'storage_300_monthly');
    expect(await plan()).toMatchObject({ plan: 'storage_300', limit_mb: 300 });
    expect(product.standIn.control.refunds()).toEqual([]);
  });

  it('prevents the removal of files', async () => {
    await buy(product, person, 'storage_300_monthly');
    const { id } = await writeInstruction(person);
    await attachLarge(product, person, id, ['1.txt', '2.txt', '3.txt', '4.txt']);
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    moveTo(addMonths(today(), 1));
    await endPeriods(product.ctx);
    moveTo(addDays(today(), 30));
    await amendPlan(product.database, person.userId, {
      grace_warned: 1,
      grace_notified_on: addDays(today(), -1),
    });
    await person.browser.signIn({ body: person });
    const { provider_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.pay(provider_id);
    await processGracePeriods(product.ctx);
    await refreshPayment(person, 'storage_300_monthly');
    expect((await plan()).plan).toBe('storage_300');
    const { files } = await person.browser.getInstruction({ params: { id } });
    expect(files).toHaveLength(4);
  });

  it('paid in another tab leads to its result', async () => {
    const order = await paymentInput(person, 'storage_300_monthly');
    const { provider_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.pay(provider_id);
    const again = await person.browser.createPayment({ body: order });
    expect(again.confirmation_url).toBe(order.return_url);
  });
});

describe('a quotation', () => {
  const historyOf = (id: string) => listPaymentEvents(product.database, id);
  const kindsOf = async (id: string) => (await historyOf(id)).map(({ kind }) => kind);

  it('for a plan that has changed takes no effect, and the payment is refunded', async () => {
    const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
    await buy(product, person, 'storage_1024_monthly');
    product.standIn.control.pay(provider_id);
    await settlePayment(product.ctx, payment_id);
    expect(await plan()).toMatchObject({ plan: 'storage_1024', version: 1 });
    expect((await kindsOf(payment_id)).slice(-2)).toEqual(['succeeded', 'refund_enqueued']);
  });

  it.each([
    ['is valid for two days', 47, 'took_effect', 'storage_300'],
    ['expires after two days, and the payment is refunded', 49, 'refund_enqueued', 'free'],
  ])('%s', async (_, hours, end, bought) => {
    const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.pay(provider_id);
    product.clock.advance(hours * hour);
    await settlePayment(product.ctx, payment_id);
    expect((await kindsOf(payment_id)).at(-1)).toBe(end);
    expect((await plan()).plan).toBe(bought);
  });

  it('paid with a test card has no effect in production', async () => {
    const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.pay(provider_id);
    const production = productionContextOf(product);
    const provider = paymentProvider(product.ctx);
    await settlePayment(withService(production, paymentProvider, provider), payment_id);
    expect((await historyOf(payment_id)).at(-1)).toMatchObject({
      kind: 'mismatch',
      detail: 'test',
    });
    expect((await plan()).plan).toBe('free');
    // Outside of production the same response is valid.
    await settlePayment(product.ctx, payment_id);
    expect((await plan()).plan).toBe('storage_300');
  });
});

describe('an owner who switched automatic renewal off', () => {
  it('keeps it off after an upgrade', async () => {
    await buy(product, person, 'storage_300_monthly');
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    await buy(product, person, 'storage_500_monthly');
    expect((await plan()).auto_renewal).toBe(false);
  });
});

describe('a server without payments', () => {
  it('does not let a plan lapse', async () => {
    await buy(product, person, 'storage_300_monthly');
    moveTo(addMonths(today(), 1));
    await endPeriods(withService(product.ctx, paymentProvider, undefined));
    expect((await plan()).plan).toBe('storage_300');
  });
});

describe('an outage across the end of a period', () => {
  it('restarts a plan that lapsed before the outage was recorded', async () => {
    await buy(product, person, 'storage_300_monthly');
    await person.browser.setAutoRenewal({ body: { is_on: false } });
    const end = addMonths(today(), 1);
    moveTo(addDays(end, -4));
    const startedAt = product.clock.now();
    moveTo(addDays(end, 1));
    await endPeriods(product.ctx);
    expect((await plan()).plan).toBe('free_expired');
    await insertOutage(product.database, startedAt, product.clock.now(), product.clock.now());
    await applyOutages(product.ctx);
    expect(await plan()).toMatchObject({ plan: 'storage_300', valid_until: addDays(today(), 4) });
  });
});
