import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, orderOf, type Shop } from '../test/shop.ts';
import type { PaymentPage } from './payment-list.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.beginAnew());

describe('payments', () => {
  it('makes one payment of one key, and refuses the key for another request', async () => {
    const first = await shop.call('POST', '/payments', orderOf(), 'k1');
    const again = await shop.call('POST', '/payments', orderOf(), 'k1');
    const other = await shop.call('POST', '/payments', orderOf({ capture: false }), 'k1');
    expect(first.body).toMatchObject({ status: 'pending', paid: false, test: true });
    expect(again.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 400, body: { parameter: 'Idempotence-Key' } });
    expect(shop.standIn.control.payments()).toHaveLength(1);
  });

  it('forgets a key after a day', async () => {
    await shop.call('POST', '/payments', orderOf(), 'k1');
    shop.setNow('2026-05-02T09:00:00Z');
    await shop.call('POST', '/payments', orderOf(), 'k1');
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
  ])('refuses an order with a wrong %s', async (parameter, changes) => {
    const answer = await shop.call('POST', '/payments', orderOf(changes), 'k1');
    expect(answer).toMatchObject({
      status: 400,
      body: { type: 'error', code: 'invalid_request', parameter },
    });
    expect(shop.standIn.control.payments()).toEqual([]);
  });

  it('knows nobody without the secret key', async () => {
    const answer = await fetch(`${shop.standIn.url}/payments`, {
      headers: { authorization: 'Basic eA==' },
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ type: 'error', code: 'invalid_credentials' });
  });

  it('cancels what nobody paid within the hour', async () => {
    const { body } = await shop.call('POST', '/payments', orderOf(), 'k1');
    shop.setNow('2026-05-01T10:00:00Z');
    const { body: expired } = await shop.call('GET', `/payments/${body.id}`);
    expect(expired.cancellation_details?.reason).toBe('expired_on_confirmation');
    expect(shop.standIn.control.pay(body.id).status).toBe('canceled');
  });

  it('charges a saved method at once, unless it is declined', async () => {
    const method = await shop.paid('k1');
    const saved = orderOf({ confirmation: undefined, payment_method_id: method });
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

  it('shows an outcome later when told to', async () => {
    shop.standIn.control.holdOutcomes();
    const id = await shop.paid('k1');
    expect((await shop.call('GET', `/payments/${id}`)).body.status).toBe('pending');
    shop.setNow('2026-05-01T12:00:00Z');
    shop.standIn.control.releaseOutcomes();
    expect((await shop.call('GET', `/payments/${id}`)).body.status).toBe('succeeded');
  });

  it('lists every payment once, page by page, while new ones come in', async () => {
    for (const key of ['k1', 'k2', 'k3']) await shop.call('POST', '/payments', orderOf(), key);
    const since = 'created_at.gte=2026-05-01T09:00:00.000Z&limit=2';
    const first = await shop.call<PaymentPage>('GET', `/payments?${since}`);
    await shop.call('POST', '/payments', orderOf(), 'k4');
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

  it('never gives back more than what is left', async () => {
    const id = await shop.paid('k1');
    const [some, tooMuch] = [refund(id, '100.00'), refund(id, '49.01')];
    expect((await shop.call('POST', '/refunds', some, 'r1')).body.status).toBe('succeeded');
    expect((await shop.call('POST', '/refunds', some, 'r1')).status).toBe(200);
    expect((await shop.call('POST', '/refunds', tooMuch, 'r2')).status).toBe(400);
    expect((await shop.call('POST', '/refunds', refund(id, '49.00'), 'r3')).status).toBe(200);
    expect((await shop.call('GET', `/payments/${id}`)).body.refundable).toBe(false);
    expect(shop.standIn.control.refunds()).toHaveLength(2);
  });

  it('gives nothing back of what was not paid', async () => {
    const { body } = await shop.call('POST', '/payments', orderOf(), 'k1');
    expect((await shop.call('POST', '/refunds', refund(body.id, '1.00'), 'r1')).status).toBe(400);
  });
});
