import { addMonths, moscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hour, minute } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  buy,
  openPayment,
  type PayingProduct,
  paymentInput,
  refreshPayment,
  startPayingProduct,
} from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { withService } from '../../../context.ts';
import { paymentProvider } from '../payments/configured-provider.ts';
import { listPaymentEvents } from '../payments/payment-history-repository.ts';
import { reconcilePayments } from '../payments/settle-payment.ts';
import { createYookassaProvider } from '../payments/yookassa-provider.ts';
import { buyPlan } from './plan-changes.ts';

let product: PayingProduct;
let person: Person;
beforeAll(async () => {
  product = await startPayingProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  product.standIn.control.clearFaults();
  product.standIn.control.setWebhooks({ mode: 'never' });
  person = await signedInPerson(product);
});

const today = () => moscowDay(product.clock.now());
const plan = () => person.browser.getPlan();
const historyOf = async (id: string) =>
  (await listPaymentEvents(product.database, id)).map(({ kind }) => kind);
const chargesOf = (ids: string[]) => {
  const charges = product.standIn.control.charges();
  return ids.reduce((sum, id) => sum + (charges[id] ?? 0), 0);
};
const ownPayments = async () => (await person.browser.listPayments()).payments;

describe('a purchase', () => {
  it('raises the limit for a month from today, saves the card and notifies the owner', async () => {
    const id = await buy(product, person, 'storage_300_monthly');
    expect(await plan()).toMatchObject({
      plan: 'storage_300',
      period: 'monthly',
      valid_until: addMonths(today(), 1),
      limit_mb: 300,
      auto_renewal: true,
      payment_method: { last4: '4477' },
    });
    expect((await person.browser.getStorage()).limit_mb).toBe(300);
    expect(await ownPayments()).toMatchObject([
      {
        id,
        amount: 300,
        status: 'succeeded',
        kind: 'purchase',
        receipt: 'succeeded',
        refund: null,
      },
    ]);
    expect(await historyOf(id)).toEqual([
      'created',
      'known_to_provider',
      'succeeded',
      'took_effect',
    ]);
    const mail = await product.mailbox.latest(person.email);
    expect(mail.subject).toBe('Тариф «300\u00a0МБ» подключён');
  });

  it('sends the provider the amount and a receipt with address and tax, and no other data of the owner', async () => {
    const { payment_id } = await openPayment(product, person, 'storage_500_yearly');
    const request = product.standIn.control
      .requests()
      .find(({ body }) => JSON.stringify(body ?? '').includes(payment_id));
    expect(request?.body).toMatchObject({
      amount: { value: '4500.00', currency: 'RUB' },
      capture: true,
      save_payment_method: true,
      metadata: { payment_id, plan_id: 'storage_500_yearly' },
      receipt: {
        customer: { email: person.email },
        items: [{ amount: { value: '4500.00' }, vat_code: 11, payment_subject: 'service' }],
      },
    });
    expect(JSON.stringify(request?.body)).not.toContain(person.userId);
  });

  it('is completed by the notification alone if the browser never returns', async () => {
    product.standIn.control.setWebhooks({ mode: 'normal' });
    const { provider_id } = await openPayment(product, person, 'storage_300_yearly');
    product.standIn.control.pay(provider_id);
    await vi.waitFor(async () => expect((await plan()).plan).toBe('storage_300'), 10_000);
    expect((await plan()).valid_until).toBe(addMonths(today(), 12));
  });

  it('is completed within minutes without a notification', async () => {
    const { provider_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.pay(provider_id);
    product.clock.advance(2 * minute);
    await reconcilePayments(product.ctx);
    expect((await plan()).plan).toBe('storage_300');
  });

  it('changes nothing if it is canceled, and can be started again', async () => {
    const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.cancel(provider_id);
    expect(await refreshPayment(person, 'storage_300_monthly')).toEqual({
      success: true,
      payment_status: 'canceled',
      is_paid: false,
      outcome: 'canceled',
      reason: null,
      takes_effect_at: null,
    });
    expect((await plan()).plan).toBe('free');
    // A canceled payment is not reported as lacking a receipt.
    expect(await ownPayments()).toMatchObject([{ status: 'canceled', receipt: null }]);
    const again = await openPayment(product, person, 'storage_300_monthly');
    expect(again.payment_id).not.toBe(payment_id);
  });

  it('deducts the unused days of the running plan', async () => {
    await buy(product, person, 'storage_300_monthly');
    const order = await paymentInput(person, 'storage_500_monthly');
    expect(order.amount).toBe(150);
    await buy(product, person, 'storage_500_monthly');
    expect(await plan()).toMatchObject({ plan: 'storage_500', valid_until: addMonths(today(), 1) });
    expect((await ownPayments()).map(({ amount }) => amount)).toEqual([150, 300]);
  });
});

describe('an order that differs from the offer', () => {
  it.each([
    ['another amount', { amount: 1 }, 'payment_mismatch'],
    ['another currency', { currency: 'USD' }, 'payment_mismatch'],
    ['another person', { user_id: '00000000-0000-4000-8000-000000000000' }, 'payment_mismatch'],
    [
      'a foreign return address',
      { return_url: 'https://evil.example/yookassa-return' },
      'invalid_input',
    ],
    ['a plan that does not exist', { plan_id: 'storage_1_monthly' as never }, 'invalid_input'],
  ])('(%s) is refused without a payment', async (_, change, code) => {
    const body = { ...(await paymentInput(person, 'storage_300_monthly')), ...change };
    const failure = await failureOf(person.browser.createPayment({ body }));
    expect(failure.code).toBe(code);
    expect(failure.status).toBe(422);
    expect(await ownPayments()).toEqual([]);
  });

  it('(the running plan, or a smaller one) is refused', async () => {
    await buy(product, person, 'storage_500_monthly');
    for (const plan_id of ['storage_500_monthly', 'storage_300_yearly'] as const) {
      const body = await paymentInput(person, plan_id);
      expect((await failureOf(person.browser.createPayment({ body }))).code).toBe(
        'plan_not_offered',
      );
    }
  });
});

describe('two simultaneous orders', () => {
  it('share one payment if they are for the same product', async () => {
    const body = await paymentInput(person, 'storage_300_monthly');
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => person.browser.createPayment({ body })),
    );
    expect(new Set(opened.map(({ payment_id }) => payment_id)).size).toBe(1);
  });

  it('end with one plan and one refund if they are for different plans', async () => {
    const small = await openPayment(product, person, 'storage_300_monthly');
    const large = await openPayment(product, person, 'storage_1024_monthly');
    for (const { provider_id } of [small, large]) product.standIn.control.pay(provider_id);
    await Promise.all([
      refreshPayment(person, 'storage_300_monthly'),
      refreshPayment(person, 'storage_1024_monthly'),
    ]);
    await vi.waitFor(async () => {
      const paid = (await ownPayments()).filter(({ refund }) => refund === null);
      const refunded = (await ownPayments()).filter(({ refund }) => refund?.status === 'succeeded');
      expect([paid.length, refunded.length]).toEqual([1, 1]);
      expect(refunded[0]?.refund?.amount).toBe(refunded[0]?.amount);
      const view = await plan();
      expect(paid[0]?.plan_id).toBe(`${view.plan}_monthly`);
    }, 10_000);
    expect(product.standIn.control.refunds().length).toBeGreaterThan(0);
  });
});

describe('a forgery', () => {
  it('of a notification about an unpaid payment changes nothing', async () => {
    const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
    expect(await product.standIn.control.forgePayment(provider_id)).toBe(200);
    await vi.waitFor(async () => {
      const [row] = await product.database.rows<{ checks: number }>(
        sql`select checks from payments where id = ${payment_id}`,
      );
      expect(row?.checks).toBeGreaterThan(1);
    }, 10_000);
    expect((await plan()).plan).toBe('free');
    expect(await ownPayments()).toMatchObject([{ status: 'pending' }]);
  });

  it('of a notification with an unknown payment gets status 200, is recorded once and ignored', async () => {
    const forged = {
      type: 'notification',
      event: 'payment.succeeded',
      object: { id: 'made-up-1' },
    };
    for (let time = 0; time < 2; time++) {
      expect(await product.standIn.control.forge(forged)).toBe(200);
    }
    const rows = await product.database.rows(
      sql`select event from unknown_notifications where object_id = 'made-up-1'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('of the return address, as the mock page would send it, is not trusted', async () => {
    const { payment_id } = await openPayment(product, person, 'storage_300_monthly');
    const body = {
      action: 'refresh-payment-status' as const,
      plan_id: 'storage_300_monthly' as const,
      payment_id,
      status: 'succeeded' as const,
    };
    expect(await person.browser.refreshPaymentStatus({ body })).toMatchObject({ is_paid: false });
    expect((await plan()).plan).toBe('free');
  });

  it('with the payment of another owner gets the same response as an unknown payment', async () => {
    const { payment_id } = await openPayment(product, person, 'storage_300_monthly');
    const stranger = await signedInPerson(product);
    const body = {
      action: 'refresh-payment-status' as const,
      plan_id: 'storage_300_monthly' as const,
      payment_id,
    };
    const failure = await failureOf(stranger.browser.refreshPaymentStatus({ body }));
    expect(failure.code).toBe('not_found');
  });
});

describe('a provider failure', () => {
  it.each(['fail_after', 'timeout_after', 'garbage', 'fail_before', 'too_many'] as const)(
    '(%s on create) leaves one payment, which the next attempt finds',
    async (fault) => {
      product.standIn.control.fault({ call: 'create', fault });
      const body = await paymentInput(person, 'storage_300_monthly');
      const failure = await failureOf(person.browser.createPayment({ body }));
      expect(failure).toMatchObject({ status: 503, code: 'payment_outcome_unknown' });
      const { payment_id, provider_id } = await openPayment(product, person, 'storage_300_monthly');
      product.standIn.control.pay(provider_id);
      await refreshPayment(person, 'storage_300_monthly');
      expect((await plan()).plan).toBe('storage_300');
      expect(chargesOf([payment_id])).toBe(1);
      expect(await ownPayments()).toHaveLength(1);
      expect(await historyOf(payment_id)).toEqual([
        'created',
        'unsure',
        'known_to_provider',
        'succeeded',
        'took_effect',
      ]);
    },
  );

  it('(wrong credentials) does not count as a refusal: the payment stays pending', async () => {
    const order = await paymentInput(person, 'storage_300_monthly');
    const wrong = { apiUrl: product.standIn.url, shopId: '1', secretKey: 'wrong', vatCode: 11 };
    const ctx = withService(product.ctx, paymentProvider, createYookassaProvider(wrong));
    const owner = { user_id: person.userId, session_id: '', email: person.email };
    const attempt = buyPlan(ctx, owner, order);
    await expect(attempt).rejects.toMatchObject({ code: 'payment_outcome_unknown' });
    expect(await ownPayments()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('an unused payment page', () => {
  it('expires after an hour, and the purchase can start again', async () => {
    await openPayment(product, person, 'storage_300_monthly');
    product.clock.advance(hour + 5 * minute);
    await reconcilePayments(product.ctx);
    await person.browser.signIn({ body: person });
    expect(await ownPayments()).toMatchObject([{ status: 'canceled' }]);
    expect((await plan()).plan).toBe('free');
  });
});
