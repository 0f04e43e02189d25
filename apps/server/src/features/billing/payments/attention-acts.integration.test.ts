import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import {
  buy,
  openPayment,
  type PayingProduct,
  startPayingProduct,
} from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { lockPayment } from './payment-repository.ts';
import { enqueueRefund, settleRefund } from './refund-payment.ts';
import { settlePayment } from './settle-payment.ts';

let product: PayingProduct;
let operators: [TestOperator, TestOperator];
let person: Person;
beforeAll(async () => {
  product = await startPayingProduct({ runsJobs: false });
  product.standIn.control.setWebhooks({ mode: 'never' });
  operators = [await operatorAtDesk(product), await operatorAtDesk(product)];
});
afterAll(() => product.stop());
beforeEach(async () => {
  product.standIn.control.reset();
  await product.database.rows(sql`delete from payment_troubles`);
  person = await signedInPerson(product);
});

async function onlyItem() {
  const [one] = operators;
  const { troubles } = await one.browser.listPaymentTroubles({ query: {} });
  expect(troubles).toHaveLength(1);
  const id = troubles[0]?.id ?? '';
  return (await one.browser.getPaymentTrouble({ params: { id } })).trouble;
}

async function newestRefund(payment_id: string): Promise<string> {
  const [refund] = await product.database.rows<{ id: string }>(
    sql`select id from refunds where payment_id = ${payment_id} order by created_at desc, id desc`,
  );
  return refund?.id ?? '';
}

/** A refund refused because the money was already returned in the provider's own console. */
async function refusedRefund(): Promise<{ payment_id: string; refund_id: string }> {
  const payment_id = await buy(product, person, 'storage_300_monthly');
  await product.database.transaction(async () => {
    const payment = await lockPayment(product.database, payment_id);
    if (payment) await enqueueRefund(product.ctx, payment, 'outage');
  });
  const { standIn } = product;
  const byHand = await fetch(`${standIn.url}/refunds`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotence-key': `by-hand-${payment_id}`.slice(0, 40),
      authorization: `Basic ${Buffer.from(`${standIn.shopId}:${standIn.secretKey}`).toString('base64')}`,
    },
    body: JSON.stringify({
      payment_id: standIn.control.payments()[0]?.id,
      amount: { value: '300.00', currency: 'RUB' },
    }),
  });
  expect(byHand.status).toBe(200);
  const refund_id = await newestRefund(payment_id);
  await settleRefund(product.ctx, refund_id);
  return { payment_id, refund_id };
}

const resultOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => `${error.status} ${error.code}`,
  );

describe('a refund that the provider refuses', () => {
  it('is not repeated if the provider has a refund unknown to us, and can be recorded manually', async () => {
    const { refund_id } = await refusedRefund();
    const trouble = await onlyItem();
    expect(trouble).toMatchObject({
      kind: 'refund_refused',
      amount_kopecks: 30_000,
      acts: ['refund_again', 'refunded_manually', 'settled_with_payer'],
      refund: { status: 'canceled' },
    });
    const [operator] = operators;
    const params = { id: trouble.id };
    const again = operator.browser.refundAgain({ params, body: { code: operator.code() } });
    expect(await resultOf(again)).toBe('409 refund_at_provider');
    await operator.browser.recordManualRefund({
      params,
      body: { code: operator.code(), amount_kopecks: 30_000, reference: 'Кабинет, 17' },
    });
    await settleRefund(product.ctx, refund_id);
    expect(product.standIn.control.refunds()).toHaveLength(1);
    const { payments } = await person.browser.listPayments();
    expect(payments[0]?.refund).toMatchObject({ amount: 300, status: 'succeeded' });
    const settled = await operator.browser.listPaymentTroubles({ query: { state: 'settled' } });
    expect(settled.troubles).toMatchObject([{ resolution: 'refunded_manually' }]);
  });
});

describe('a payment that the provider no longer has', () => {
  it('can be checked again, and ends once an operator settles it', async () => {
    const { payment_id } = await openPayment(product, person, 'storage_300_monthly');
    product.standIn.control.reset();
    await settlePayment(product.ctx, payment_id);
    await settlePayment(product.ctx, payment_id);
    const trouble = await onlyItem();
    const manualActs = ['refunded_manually', 'settled_with_payer'];
    expect(trouble).toMatchObject({
      kind: 'payment_lost',
      refund: null,
      payer: { id: person.userId },
      acts: ['ask_again', ...manualActs],
    });
    const [operator] = operators;
    const params = { id: trouble.id };
    const asked = await operator.browser.refreshPaymentTrouble({ params });
    expect(asked.trouble).toMatchObject({ kind: 'payment_lost', resolved_at: null });
    await operator.browser.recordSettlement({
      params,
      body: { code: operator.code(), reference: 'Письмо 43' },
    });
    const [payment] = await product.database.rows<{ status: string }>(
      sql`select status from payments where id = ${payment_id}`,
    );
    expect(payment?.status).toBe('canceled');
    await settlePayment(product.ctx, payment_id);
    const { troubles } = await operator.browser.listPaymentTroubles({ query: {} });
    expect(troubles).toEqual([]);
    expect(await person.browser.getPlan()).toMatchObject({ plan: 'free' });
  });
});

it('if two operators settle one payment simultaneously, one succeeds and the other gets an error', async () => {
  for (let round = 0; round < 4; round++) {
    await product.database.rows(sql`delete from payment_troubles`);
    product.standIn.control.reset();
    person = await signedInPerson(product);
    const { payment_id, refund_id } = await refusedRefund();
    const { id } = await onlyItem();
    const params = { id };
    const [one, other] = operators;
    // Each code advances the clock by half a minute, so both are created first.
    const codes = [one.code(), other.code()] as const;
    const ends = await Promise.all([
      resultOf(
        one.browser.recordSettlement({ params, body: { code: codes[0], reference: 'Звонок' } }),
      ),
      resultOf(
        other.browser.recordManualRefund({
          params,
          body: { code: codes[1], amount_kopecks: 30_000, reference: 'Перевод' },
        }),
      ),
    ]);
    expect(ends.toSorted()).toEqual(['409 trouble_act_refused', 'done']);
    const isRefunded = ends[1] === 'done';
    const [refund] = await product.database.rows<{ status: string }>(
      sql`select status from refunds where id = ${refund_id}`,
    );
    expect(refund?.status).toBe(isRefunded ? 'succeeded' : 'canceled');
    const entries = await product.database.rows<{ act: string; actor_id: string }>(sql`
      select act, actor_id from audit_entries where subject_id = ${payment_id}`);
    expect(entries).toEqual([
      isRefunded
        ? { act: 'refunded_manually', actor_id: other.userId }
        : { act: 'settled_with_payer', actor_id: one.userId },
    ]);
  }
});
