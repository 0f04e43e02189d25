import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, paymentBody, type Shop } from '../test/shop.ts';
import type { PaymentPage } from './payments.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.reset());

describe('payments', () => {
  it('creates one payment per key and refuses the key for another request', async () => {
    const first = await shop.call('POST', '/payments', paymentBody(), 'k1');
    const again = await shop.call('POST', '/payments', paymentBody(), 'k1');
    const other = await shop.call('POST', '/payments', paymentBody({ capture: false }), 'k1');
    expect(first.body).toMatchObject({ status: 'pending', paid: false, test: true });
    expect(again.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 400, body: { parameter: 'Idempotence-Key' } });
    expect(shop.standIn.control.payments()).toHaveLength(1);
  });

  it('accepts a key again after a day', async () => {
    await shop.call('POST', '/payments', paymentBody(), 'k1');
    shop.setNow('2026-05-02T09:00:00Z');
    await shop.call('POST', '/payments', paymentBody(), 'k1');
    expect(shop.standIn.control.payments()).toHaveLength(2);
  });

  it.each([
    ['amount.value', { amount: { value: '149', currency: 'RUB' } }],
    ['amount.currency', { amount: { value: '149.00', currency: 'USD' } }],
    ['receipt.items', { amount: { value: '150.00', currency: 'RUB' } }],
    ['receipt', { receipt: undefined }],
    ['confirmation', { confirmation: undefined }],
    ['payment_method_id', { confirmation: undefined, payment_method_id: 'unknown' }],
    ['description', { description: 'x'.repeat(129) }],
    ['metadata.payment_id', { metadata: { payment_id: 'x'.repeat(513) } }],
  ])('refuses a request with an invalid %s', async (parameter, changes) => {
    const answer = await shop.call('POST', '/payments', paymentBody(changes), 'k1');
    expect(answer).toMatchObject({
      status: 400,
      body: { type: 'error', code: 'invalid_request', parameter },
    });
    expect(shop.standIn.control.payments()).toEqual([]);
  });

  it('refuses calls without the secret key', async () => {
    const answer = await fetch(`${shop.standIn.url}/payments`, {
      headers: { authorization: 'Basic eA==' },
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ type: 'error', code: 'invalid_credentials' });
  });

  it('cancels a payment that is unpaid after an hour', async () => {
    const { body } = await shop.call('POST', '/payments', paymentBody(), 'k1');
    shop.setNow('2026-05-01T10:00:00Z');
    const { body: expired } = await shop.call('GET', `/payments/${body.id}`);
    expect(expired.cancellation_details?.reason).toBe('expired_on_confirmation');
    expect(shop.standIn.control.pay(body.id).status).toBe('canceled');
  });

  it('charges a saved method immediately, unless it is declined', async () => {
    const method = await shop.createPaidPayment('k1');
    const saved = paymentBody({ confirmation: undefined, payment_method_id: method });
    const charged = await shop.call('POST', '/payments', saved, 'k2');
    expect(charged.body).toMatchObject({
      status: 'succeeded',
      payment_method: { id: method, saved: true, card: { last4: '4477' } },
    });
    shop.standIn.control.decline({ reason: 'permission_revoked', method_id: method, times: null });
    const declined = await shop.call('POST', '/payments', saved, 'k3');
    expect(declined.body).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'permission_revoked' },
    });
    expect(shop.standIn.control.charges()).toEqual({ p1: 2 });
  });

  it('delays outcomes while they are held', async () => {
    shop.standIn.control.holdOutcomes();
    const id = await shop.createPaidPayment('k1');
    expect((await shop.call('GET', `/payments/${id}`)).body.status).toBe('pending');
    shop.setNow('2026-05-01T12:00:00Z');
    shop.standIn.control.releaseOutcomes();
    expect((await shop.call('GET', `/payments/${id}`)).body.status).toBe('succeeded');
  });

  it('lists every payment once, page by page, while new ones arrive', async () => {
    for (const key of ['k1', 'k2', 'k3']) await shop.call('POST', '/payments', paymentBody(), key);
    const since = 'created_at.gte=2026-05-01T09:00:00.000Z&limit=2';
    const first = await shop.call<PaymentPage>('GET', `/payments?${since}`);
    await shop.call('POST', '/payments', paymentBody(), 'k4');
    const second = await shop.call<PaymentPage>(
      'GET',
      `/payments?${since}&cursor=${first.body.next_cursor}`,
    );
    expect(first.body.items).toHaveLength(2);
    expect(second.body.items).toHaveLength(1);
    expect(second.body.next_cursor).toBeUndefined();
  });
});

describe('refunds', () => {
  const refund = (payment_id: string, value: string) => ({
    payment_id,
    amount: { value, currency: 'RUB' },
  });

  it('never refunds more than the rest of the payment', async () => {
    const id = await shop.createPaidPayment('k1');
    const [some, tooMuch] = [refund(id, '100.00'), refund(id, '49.01')];
    expect((await shop.call('POST', '/refunds', some, 'r1')).body.status).toBe('succeeded');
    expect((await shop.call('POST', '/refunds', some, 'r1')).status).toBe(200);
    expect((await shop.call('POST', '/refunds', tooMuch, 'r2')).status).toBe(400);
    expect((await shop.call('POST', '/refunds', refund(id, '49.00'), 'r3')).status).toBe(200);
    expect((await shop.call('GET', `/payments/${id}`)).body.refundable).toBe(false);
    expect(shop.standIn.control.refunds()).toHaveLength(2);
  });

  it('refuses to refund an unpaid payment', async () => {
    const { body } = await shop.call('POST', '/payments', paymentBody(), 'k1');
    expect((await shop.call('POST', '/refunds', refund(body.id, '1.00'), 'r1')).status).toBe(400);
  });
});

describe('faults', () => {
  it('after the action keep its payment: failure, closed connection or garbled response', async () => {
    shop.standIn.control.fault({ call: 'create', fault: 'fail_after' });
    shop.standIn.control.fault({ call: 'create', fault: 'timeout_after' });
    shop.standIn.control.fault({ call: 'create', fault: 'garbage' });
    expect((await shop.call('POST', '/payments', paymentBody(), 'k1')).status).toBe(500);
    await expect(shop.call('POST', '/payments', paymentBody(), 'k2')).rejects.toThrow(
      'fetch failed',
    );
    await expect(shop.call('POST', '/payments', paymentBody(), 'k3')).rejects.toThrow(SyntaxError);
    const known = shop.standIn.control.payments().map(({ id }) => id);
    expect(known).toHaveLength(3);
    expect(known).toContain((await shop.call('POST', '/payments', paymentBody(), 'k1')).body.id);
  });

  it('before the action create no payment', async () => {
    shop.standIn.control.fault({ call: 'create', fault: 'fail_before' });
    shop.standIn.control.fault({ call: 'create', fault: 'too_many', retry_after: 500 });
    expect((await shop.call('POST', '/payments', paymentBody(), 'k1')).status).toBe(500);
    const busy = await shop.call('POST', '/payments', paymentBody(), 'k1');
    expect(busy).toMatchObject({ status: 429, body: { retry_after: 500 } });
    expect(shop.standIn.control.payments()).toEqual([]);
  });
});

describe('webhooks', () => {
  const events = () => shop.notifications.map(({ event }) => event);

  it('are repeated until the response is 200', async () => {
    shop.answers.push(500, 202);
    const id = await shop.createPaidPayment('k1');
    await shop.standIn.control.waitForWebhooks();
    expect(events()).toEqual(Array(3).fill('payment.succeeded'));
    expect(shop.standIn.control.webhooks().map(({ status }) => status)).toEqual([500, 202, 200]);
    expect(shop.notifications[0]?.object).toMatchObject({ id, status: 'succeeded' });
  });

  it('are sent twice, reordered, late or never, as configured', async () => {
    shop.standIn.control.setWebhooks({ mode: 'twice' });
    const first = await shop.createPaidPayment('k1');
    await shop.standIn.control.waitForWebhooks();
    shop.standIn.control.setWebhooks({ mode: 'reordered' });
    const second = await shop.createPaidPayment('k2');
    const third = await shop.createPaidPayment('k3');
    await shop.standIn.control.waitForWebhooks();
    shop.standIn.control.setWebhooks({ mode: 'never' });
    await shop.createPaidPayment('k4');
    shop.standIn.control.setWebhooks({ mode: 'late' });
    const fifth = await shop.createPaidPayment('k5');
    await shop.standIn.control.waitForWebhooks();
    expect(shop.notifications.map(({ object }) => object.id)).toEqual([
      first,
      first,
      third,
      second,
    ]);
    await shop.standIn.control.releaseWebhooks();
    expect(shop.notifications.at(-1)?.object.id).toBe(fifth);
  });

  it('can be forged', async () => {
    const { body } = await shop.call('POST', '/payments', paymentBody(), 'k1');
    const amount = { value: '1.00', currency: 'RUB' };
    expect(await shop.standIn.control.forgePayment(body.id, { amount })).toBe(200);
    expect(shop.notifications).toMatchObject([
      { event: 'payment.succeeded', object: { id: body.id, amount } },
    ]);
    expect(shop.standIn.control.payments()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('the pay page', () => {
  it('redirects to the shop after the payment', async () => {
    const { body } = await shop.call('POST', '/payments', paymentBody(), 'k1');
    const url = body.confirmation?.confirmation_url ?? '';
    expect(await (await fetch(url)).text()).toContain('Storage &lt;300&gt;');
    const form = new URLSearchParams({ action: 'pay' });
    const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('http://localhost:3000/yookassa-return');
    expect(shop.standIn.control.payments()).toMatchObject([{ status: 'succeeded', paid: true }]);
  });
});

describe('the control over HTTP', () => {
  it('offers the same commands as the control in the process', async () => {
    const { body: payment } = await shop.call('POST', '/payments', paymentBody(), 'k1');
    const origin = new URL(shop.standIn.url).origin;
    const post = (name: string, body: object) =>
      fetch(`${origin}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    await post('decline', { reason: 'insufficient_funds' });
    expect(await (await post('pay', { id: payment.id })).json()).toMatchObject({
      status: 'canceled',
    });
    expect((await post('fault', { call: 'create', fault: 'unknown' })).status).toBe(400);
    expect(await (await fetch(`${origin}/control/charges`)).json()).toEqual({});
  });
});
