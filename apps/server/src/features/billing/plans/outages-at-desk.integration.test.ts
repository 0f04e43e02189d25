import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { buy, type PayingProduct, startPayingProduct } from '../../../../test/payment-fixture.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { applyOutages } from './outages.ts';

const hour = 3_600_000;

let product: PayingProduct;
let operator: TestOperator;
beforeAll(async () => {
  product = await startPayingProduct({ runsJobs: false });
  product.standIn.control.setWebhooks({ mode: 'never' });
});
afterAll(() => product.stop());
beforeEach(async () => {
  await product.database.rows(sql`delete from plan_periods`);
  operator = await operatorAtDesk(product);
});

/** An outage that starts now, with a new operator session at its end. */
async function outageOf(hours: number) {
  const started_at = product.clock.now().toISOString();
  product.clock.advance(hours * hour);
  operator = await operatorAtDesk(product);
  return { started_at, ended_at: product.clock.now().toISOString() };
}

const record = (outage: { started_at: string; ended_at: string }) =>
  operator.browser.recordOutage({ body: { ...outage, code: operator.code() } });
const preview = async (outage: { started_at: string; ended_at: string }) =>
  (await operator.browser.previewOutage({ body: outage })).preview;

describe('an outage at the desk', () => {
  it('is previewed with the later compensation by plan and days, and recorded once', async () => {
    const people: Person[] = [];
    for (const plan of ['storage_300_monthly', 'storage_300_yearly', 'storage_500_monthly']) {
      const person = await signedInPerson(product);
      await buy(product, person, plan as 'storage_300_monthly');
      people.push(person);
    }
    const outage = await outageOf(50);
    const previewed = await preview(outage);
    expect(previewed).toEqual({
      is_long: false,
      is_recorded: false,
      extended: [
        { plan: 'storage_300', days: 3, owners: 2 },
        { plan: 'storage_500', days: 3, owners: 1 },
      ],
      refunded_owners: 0,
      refunded_kopecks: 0,
      missing_kopecks: 0,
    });
    expect(await operator.browser.listOutages()).toEqual({ outages: [] });
    expect(await record(outage)).toEqual({ is_new: true });
    expect(await record(outage)).toEqual({ is_new: false });
    expect((await preview(outage)).is_recorded).toBe(true);
    const validities = () =>
      product.database.rows<{ valid_until: string }>(sql`
        select valid_until::text from user_storage
        where user_id in ${people.map(({ userId }) => userId)} order by user_id`);
    const before = await validities();
    await applyOutages(product.ctx);
    const after = await validities();
    const days = after.map(({ valid_until }, index) => {
      const was = before[index]?.valid_until ?? '';
      return (Date.parse(valid_until) - Date.parse(was)) / (24 * hour);
    });
    expect(days).toEqual([3, 3, 3]);
    expect((await operator.browser.listOutages()).outages).toMatchObject([
      { ...outage, owners: 3, applied_at: expect.any(String) },
    ]);
    const entries = await product.database.rows(sql`
      select actor_id, facts from audit_entries where act = 'outage_recorded'`);
    expect(entries).toEqual([{ actor_id: operator.userId, facts: outage }]);
  });

  it('of more than 30 days previews the refund, and opens an attention item for the missing amount', async () => {
    const person = await signedInPerson(product);
    const payment_id = await buy(product, person, 'storage_300_yearly');
    // Simulates an upgrade, whose payment is smaller than the price of the period.
    await product.database.rows(
      sql`update payments set amount_kopecks = 10000 where id = ${payment_id}`,
    );
    const outage = await outageOf(73 * 24);
    const previewed = await preview(outage);
    expect(previewed).toMatchObject({
      is_long: true,
      extended: [],
      refunded_owners: 1,
      refunded_kopecks: 10_000,
    });
    expect(previewed.missing_kopecks).toBeGreaterThan(40_000);
    await record(outage);
    await applyOutages(product.ctx);
    const [refund] = await product.database.rows<{ amount_kopecks: number }>(
      sql`select amount_kopecks from refunds where payment_id = ${payment_id}`,
    );
    expect(refund?.amount_kopecks).toBe(previewed.refunded_kopecks);
    const { troubles } = await operator.browser.listPaymentTroubles({ query: {} });
    expect(troubles).toMatchObject([
      { kind: 'outage_compensated_in_part', amount_kopecks: previewed.missing_kopecks },
    ]);
    await operator.browser.recordManualRefund({
      params: { id: troubles[0]?.id ?? '' },
      body: { code: operator.code(), amount_kopecks: previewed.missing_kopecks, reference: 'П-1' },
    });
    expect((await operator.browser.listPaymentTroubles({ query: {} })).troubles).toEqual([]);
  });

  it('that has not ended, ends before its start or is longer than a year is refused', async () => {
    const now = product.clock.now();
    const at = (hours: number) => new Date(now.getTime() + hours * hour).toISOString();
    const problemOf = async (started_at: string, ended_at: string) =>
      (await failureOf(record({ started_at, ended_at }))).fields;
    expect(await problemOf(at(-1), at(5))).toEqual({ ended_at: 'outage_in_future' });
    expect(await problemOf(at(-1), at(-2))).toEqual({ ended_at: 'outage_ends_before' });
    expect(await problemOf(at(-24 * 400), at(-1))).toEqual({ ended_at: 'outage_too_long' });
    const { fields } = await failureOf(preview({ started_at: at(-1), ended_at: at(5) }));
    expect(fields).toEqual({ ended_at: 'outage_in_future' });
  });
});
