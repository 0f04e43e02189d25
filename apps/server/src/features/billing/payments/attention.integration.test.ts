import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import {
  buy,
  openPayment,
  type PayingProduct,
  startPayingProduct,
} from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { runRetention } from '../../service/retention/run-retention.ts';
import { lockPayment } from './payment-repository.ts';
import { enqueueRefund, settleRefund } from './refund-payment.ts';
import { settlePayment } from './settle-payment.ts';

const hour = 3_600_000;

let product: PayingProduct;
let operator: TestOperator;
let person: Person;
beforeAll(async () => {
  product = await startPayingProduct({ runsJobs: false });
  product.standIn.control.setWebhooks({ mode: 'never' });
});
afterAll(() => product.stop());
beforeEach(async () => {
  product.standIn.control.reset();
  await product.database.rows(sql`delete from payment_troubles`);
  operator = await operatorAtDesk(product);
  person = await signedInPerson(product);
});

const listItems = async (state: 'open' | 'settled' = 'open') =>
  (await operator.browser.listPaymentTroubles({ query: { state } })).troubles;
const onlyItem = async () => {
  const [trouble, ...others] = await listItems();
  expect(others).toEqual([]);
  if (!trouble) throw new Error('no attention item is open');
  return (await operator.browser.getPaymentTrouble({ params: { id: trouble.id } })).trouble;
};
const withCode = (id: string) => ({ params: { id }, body: { code: operator.code() } });
const newestAuditEntry = (act: string) =>
  product.database.rows<{ facts: Record<string, unknown>; owner_id: string }>(sql`
    select facts, owner_id from audit_entries where act = ${act} order by at desc limit 1`);

/** A paid plan with an enqueued refund that was not requested yet. */
async function enqueuedRefund(): Promise<{ payment_id: string; refund_id: string }> {
  const payment_id = await buy(product, person, 'storage_300_monthly');
  await product.database.transaction(async () => {
    const payment = await lockPayment(product.database, payment_id);
    if (payment) await enqueueRefund(product.ctx, payment, 'outage');
  });
  return { payment_id, refund_id: await newestRefund(payment_id) };
}

async function newestRefund(payment_id: string): Promise<string> {
  const [refund] = await product.database.rows<{ id: string }>(
    sql`select id from refunds where payment_id = ${payment_id} order by created_at desc, id desc`,
  );
  return refund?.id ?? '';
}

const statusOfRefund = async (id: string) => {
  const [refund] = await product.database.rows<{ status: string; amount_kopecks: number }>(
    sql`select status, amount_kopecks from refunds where id = ${id}`,
  );
  return refund;
};

/**
 * A refund one day after its first attempt, which got no response. `isExecuted`: the provider
 * executed the attempt.
 */
async function unansweredRefund(
  isExecuted: boolean,
): Promise<{ payment_id: string; refund_id: string }> {
  const refund = await enqueuedRefund();
  const fault = isExecuted ? 'timeout_after' : 'timeout_before';
  product.standIn.control.fault({ call: 'refund', fault });
  await settleRefund(product.ctx, refund.refund_id).catch(() => undefined);
  product.clock.advance(24 * hour);
  await operator.browser.refreshSession();
  await person.browser.refreshSession();
  await operator.openDesk();
  return refund;
}

describe('a refund without a response for a day', () => {
  it('is found at the provider if it was executed, and needs no operator', async () => {
    const { refund_id } = await unansweredRefund(true);
    await settleRefund(product.ctx, refund_id);
    expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'succeeded' });
    expect(await listItems()).toEqual([]);
    expect(product.standIn.control.refunds()).toHaveLength(1);
  });

  it('is repeated under a new key only if the provider has no refund', async () => {
    const { refund_id, payment_id } = await unansweredRefund(false);
    await settleRefund(product.ctx, refund_id);
    await settleRefund(product.ctx, refund_id);
    const trouble = await onlyItem();
    expect(trouble).toMatchObject({
      kind: 'refund_needs_operator',
      amount_kopecks: 30_000,
      payer: { id: person.userId, email: person.email },
      acts: ['ask_again', 'refund_again', 'refunded_manually', 'settled_with_payer'],
    });
    expect(trouble.events.map(({ kind }) => kind)).toContain('refund_enqueued');
    await operator.browser.refundAgain(withCode(trouble.id));
    const another = await newestRefund(payment_id);
    expect(another).not.toBe(refund_id);
    await settleRefund(product.ctx, another);
    expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'canceled' });
    expect(await statusOfRefund(another)).toMatchObject({ status: 'succeeded' });
    expect(product.standIn.control.refunds()).toHaveLength(1);
    expect(await listItems('settled')).toMatchObject([{ resolution: 'refund_again' }]);
    expect((await newestAuditEntry('refund_retried'))[0]).toEqual({
      owner_id: person.userId,
      facts: { kind: 'refund_needs_operator', amount_kopecks: 30_000 },
    });
    const late = await failureOf(operator.browser.refundAgain(withCode(trouble.id)));
    expect(late.code).toBe('trouble_act_refused');
  });

  it('is adopted if it appears at the provider before an operator repeats it', async () => {
    const { refund_id } = await unansweredRefund(false);
    await settleRefund(product.ctx, refund_id);
    const trouble = await onlyItem();
    const [paid] = product.standIn.control.payments();
    await fetch(`${product.standIn.url}/refunds`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotence-key': 'by-hand',
        authorization: `Basic ${Buffer.from(`${product.standIn.shopId}:${product.standIn.secretKey}`).toString('base64')}`,
      },
      body: JSON.stringify({ payment_id: paid?.id, amount: { value: '300.00', currency: 'RUB' } }),
    });
    await operator.browser.refundAgain(withCode(trouble.id));
    await settleRefund(product.ctx, refund_id);
    expect(product.standIn.control.refunds()).toHaveLength(1);
    expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'succeeded' });
    expect(await listItems('settled')).toMatchObject([{ resolution: 'automatic' }]);
  });

  it('can be checked again, and reports if there is still no response', async () => {
    const { refund_id } = await unansweredRefund(false);
    await settleRefund(product.ctx, refund_id);
    const { id } = await onlyItem();
    product.standIn.control.fault({ call: 'list', fault: 'timeout_before' });
    const stillUnknown = await failureOf(
      operator.browser.refreshPaymentTrouble({ params: { id } }),
    );
    expect(stillUnknown.code).toBe('payment_outcome_unknown');
    const { trouble } = await operator.browser.refreshPaymentTrouble({ params: { id } });
    expect(trouble.resolved_at).toBeNull();
    expect(await newestAuditEntry('payment_refetched')).toHaveLength(1);
  });
});

describe('a refund that moved no money', () => {
  it('is recorded as a manual refund once, up to the remaining amount', async () => {
    const { refund_id } = await enqueuedRefund();
    product.standIn.control.decline({ of: 'refund', reason: 'general_decline' });
    await vi.waitFor(async () => {
      await settleRefund(product.ctx, refund_id);
      expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'canceled' });
    });
    const trouble = await onlyItem();
    expect(trouble).toMatchObject({ kind: 'refund_without_money' });
    const recordRefund = (amount_kopecks: number) =>
      operator.browser.recordManualRefund({
        params: { id: trouble.id },
        body: { code: operator.code(), amount_kopecks, reference: 'R-2026/17' },
      });
    expect((await failureOf(recordRefund(30_001))).fields).toEqual({ amount_kopecks: 'invalid' });
    await recordRefund(30_000);
    expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'succeeded' });
    expect((await failureOf(recordRefund(30_000))).code).toBe('trouble_act_refused');
    expect((await newestAuditEntry('refunded_manually'))[0]?.facts).toEqual({
      kind: 'refund_without_money',
      amount_kopecks: 30_000,
    });
    const { payments } = await person.browser.listPayments();
    expect(payments[0]?.refund).toMatchObject({ amount: 300, status: 'succeeded' });
    expect(await listItems('settled')).toMatchObject([{ resolution: 'refunded_manually' }]);
  });

  it('can be settled with the payer and is not retried afterwards', async () => {
    const { refund_id } = await unansweredRefund(false);
    await settleRefund(product.ctx, refund_id);
    const { id } = await onlyItem();
    await operator.browser.recordSettlement({
      params: { id },
      body: { code: operator.code(), reference: 'Письмо 42' },
    });
    await settleRefund(product.ctx, refund_id);
    expect(product.standIn.control.refunds()).toEqual([]);
    expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'canceled' });
    expect(await listItems()).toEqual([]);
  });
});

describe('an operator who is a contact of the payer', () => {
  const acts = {
    refund_again: (id: string) => operator.browser.refundAgain(withCode(id)),
    refunded_manually: (id: string) =>
      operator.browser.recordManualRefund({
        params: { id },
        body: { code: operator.code(), amount_kopecks: 30_000, reference: 'R-1' },
      }),
    settled_with_payer: (id: string) =>
      operator.browser.recordSettlement({
        params: { id },
        body: { code: operator.code(), reference: 'R-1' },
      }),
  };

  it.each(Object.entries(acts))('may not act on the payment: %s', async (name, act) => {
    const { refund_id, payment_id } = await unansweredRefund(false);
    await settleRefund(product.ctx, refund_id);
    const { id, acts: offered } = await onlyItem();
    expect(offered).toContain(name);
    await addContact(person, operator.email);
    expect((await failureOf(act(id))).code).toBe('operator_involved');
    expect(await onlyItem()).toMatchObject({ id, resolved_at: null });
    expect(await statusOfRefund(refund_id)).toMatchObject({ status: 'pending' });
    expect(await newestRefund(payment_id)).toBe(refund_id);
  });
});

describe('a payment with a mismatching response', () => {
  /** A payment whose amount differs from the provider's response. */
  async function mismatchedPayment(): Promise<string> {
    const { payment_id } = await openPayment(product, person, 'storage_300_monthly');
    await product.database.rows(
      sql`update payments set amount_kopecks = amount_kopecks + 100 where id = ${payment_id}`,
    );
    await settlePayment(product.ctx, payment_id);
    await settlePayment(product.ctx, payment_id);
    return payment_id;
  }

  it('opens one item however often it is checked, and resolves it with a matching response', async () => {
    const payment_id = await mismatchedPayment();
    const trouble = await onlyItem();
    expect(trouble).toMatchObject({ kind: 'payment_mismatch', refund: null });
    await product.database.rows(
      sql`update payments set amount_kopecks = amount_kopecks - 100 where id = ${payment_id}`,
    );
    const [providerPayment] = product.standIn.control.payments();
    product.standIn.control.pay(providerPayment?.id ?? '');
    const asked = await operator.browser.refreshPaymentTrouble({ params: { id: trouble.id } });
    expect(asked.trouble).toMatchObject({ resolution: 'automatic', acts: [] });
    expect(await person.browser.getPlan()).toMatchObject({ plan: 'storage_300' });
  });

  it('ends once it is settled, and is deleted after five years unless an item is open', async () => {
    const payment_id = await mismatchedPayment();
    const { id } = await onlyItem();
    await operator.browser.recordSettlement({
      params: { id },
      body: { code: operator.code(), reference: 'Звонок' },
    });
    const rows = () =>
      product.database.rows(sql`select status from payments where id = ${payment_id}`);
    expect(await rows()).toEqual([{ status: 'canceled' }]);
    await settlePayment(product.ctx, payment_id);
    expect(await listItems()).toEqual([]);
    await product.database.rows(sql`
      update payments set created_at = created_at - interval '6 years' where id = ${payment_id}`);
    const reopen = (at: string | null) =>
      product.database.rows(sql`
        update payment_troubles set resolved_at = ${at}::timestamptz,
          resolution = case when ${at}::text is null then null else 'settled_with_payer' end`);
    await reopen(null);
    await runRetention(product.ctx);
    expect(await rows()).toHaveLength(1);
    await reopen(product.clock.now().toISOString());
    await runRetention(product.ctx);
    expect(await rows()).toEqual([]);
  });
});

it('attention items are listed in pages, oldest first', async () => {
  const payment_id = await buy(product, person, 'storage_300_monthly');
  await product.database.rows(sql`
    insert into payment_troubles (id, kind, payment_id, subject_id, since, last_seen_at)
    select gen_random_uuid(), 'payment_lost', ${payment_id}, gen_random_uuid(), moment, moment
    from generate_series(now() - interval '59 minutes', now(), interval '1 minute') moment`);
  const first = await operator.browser.listPaymentTroubles({ query: {} });
  expect(first.troubles).toHaveLength(50);
  const rest = await operator.browser.listPaymentTroubles({ query: { after: first.next ?? '' } });
  expect(rest).toMatchObject({ next: null });
  const all = [...first.troubles, ...rest.troubles];
  expect(new Set(all.map(({ id }) => id)).size).toBe(60);
  const times = all.map(({ since }) => since);
  expect(times).toEqual(times.toSorted());
});
