import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, orderOf, type Shop } from '../test/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.beginAnew());

describe('faults', () => {
  it('acts although it then fails, is cut off or answers nonsense', async () => {
    shop.standIn.control.fault({ call: 'create', fault: 'fail_after' });
    shop.standIn.control.fault({ call: 'create', fault: 'timeout_after' });
    shop.standIn.control.fault({ call: 'create', fault: 'garbage' });
    expect((await shop.call('POST', '/payments', orderOf(), 'k1')).status).toBe(500);
    await expect(shop.call('POST', '/payments', orderOf(), 'k2')).rejects.toThrow('fetch failed');
    await expect(shop.call('POST', '/payments', orderOf(), 'k3')).rejects.toThrow(SyntaxError);
    const known = shop.standIn.control.payments().map(({ id }) => id);
    expect(known).toHaveLength(3);
    expect(known).toContain((await shop.call('POST', '/payments', orderOf(), 'k1')).body.id);
  });

  it('does nothing when it fails or is too busy before acting', async () => {
    shop.standIn.control.fault({ call: 'create', fault: 'fail_before' });
    shop.standIn.control.fault({ call: 'create', fault: 'too_many', retry_after: 500 });
    expect((await shop.call('POST', '/payments', orderOf(), 'k1')).status).toBe(500);
    const busy = await shop.call('POST', '/payments', orderOf(), 'k1');
    expect(busy).toMatchObject({ status: 429, body: { retry_after: 500 } });
    expect(shop.standIn.control.payments()).toEqual([]);
  });
});

describe('webhooks', () => {
  const events = () => shop.told.map(({ event }) => event);

  it('repeats a notification until it is answered with 200', async () => {
    shop.answers.push(500, 202);
    const id = await shop.paid('k1');
    await shop.standIn.control.webhooksQuiet();
    expect(events()).toEqual(Array(3).fill('payment.succeeded'));
    expect(shop.standIn.control.webhooks().map(({ status }) => status)).toEqual([500, 202, 200]);
    expect(shop.told[0]?.object).toMatchObject({ id, status: 'succeeded' });
  });

  it('comes twice, in the wrong order, late or never when told to', async () => {
    shop.standIn.control.setWebhooks({ mode: 'twice' });
    const first = await shop.paid('k1');
    await shop.standIn.control.webhooksQuiet();
    shop.standIn.control.setWebhooks({ mode: 'reordered' });
    const second = await shop.paid('k2');
    const third = await shop.paid('k3');
    await shop.standIn.control.webhooksQuiet();
    shop.standIn.control.setWebhooks({ mode: 'never' });
    await shop.paid('k4');
    shop.standIn.control.setWebhooks({ mode: 'late' });
    const fifth = await shop.paid('k5');
    await shop.standIn.control.webhooksQuiet();
    expect(shop.told.map(({ object }) => object.id)).toEqual([first, first, third, second]);
    await shop.standIn.control.releaseWebhooks();
    expect(shop.told.at(-1)?.object.id).toBe(fifth);
  });

  it('can be forged', async () => {
    const { body } = await shop.call('POST', '/payments', orderOf(), 'k1');
    const amount = { value: '1.00', currency: 'RUB' };
    expect(await shop.standIn.control.forgePayment(body.id, { amount })).toBe(200);
    expect(shop.told).toMatchObject([
      { event: 'payment.succeeded', object: { id: body.id, amount } },
    ]);
    expect(shop.standIn.control.payments()).toMatchObject([{ status: 'pending' }]);
  });
});

describe('the pay page', () => {
  it('takes the payer back to the shop after paying', async () => {
    const { body } = await shop.call('POST', '/payments', orderOf(), 'k1');
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
  it('does what the control in the process does', async () => {
    const { body } = await shop.call('POST', '/payments', orderOf(), 'k1');
    const origin = new URL(shop.standIn.url).origin;
    const post = (name: string, what: object) =>
      fetch(`${origin}/control/${name}`, { method: 'POST', body: JSON.stringify(what) });
    await post('decline', { reason: 'insufficient_funds' });
    expect(await (await post('pay', { id: body.id })).json()).toMatchObject({ status: 'canceled' });
    expect((await post('fault', { call: 'create', fault: 'unheard_of' })).status).toBe(400);
    expect(await (await fetch(`${origin}/control/charges`)).json()).toEqual({});
  });
});
