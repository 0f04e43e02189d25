import { sql } from 'drizzle-orm';
import { lockPayment } from '../../src/features/billing/payments/payment-repository.ts';
import { enqueueRefund, settleRefund } from '../../src/features/billing/payments/refund-payment.ts';
import { settlePayment } from '../../src/features/billing/payments/settle-payment.ts';
import { operatorAtDesk } from '../operators.ts';
import { buy, openPayment, type PayingProduct } from '../payment-fixture.ts';
import { signedInPerson } from '../people.ts';
import { aboutAccount, byOperator, day, type WritersOf } from './world.ts';

type PaymentAct =
  | 'refunded_on_request'
  | 'renewals_ended'
  | 'payment_refetched'
  | 'refund_retried'
  | 'refunded_manually'
  | 'settled_with_payer';

export const paymentWriters: WritersOf<PaymentAct> = {
  refunded_on_request: {
    refundOnRequest: async ({ paying }) => {
      const person = await signedInPerson(paying);
      const payment_id = await buy(paying, person, 'storage_300_monthly');
      const operator = await operatorAtDesk(paying);
      const ground = 'changed_mind';
      await operator.browser.refundOnRequest({
        params: { id: person.userId },
        body: { payment_id, ground, code: operator.code() },
      });
      const facts = { payment_id, amount_kopecks: 30_000, ground };
      return byOperator(operator, { ...aboutAccount(person), facts });
    },
  },
  renewals_ended: {
    endRenewalsAfterDeath: async ({ paying }) => {
      const person = await signedInPerson(paying);
      await buy(paying, person, 'storage_300_monthly');
      const operator = await operatorAtDesk(paying);
      const reason = 'reported_by_relatives';
      await operator.browser.endRenewals({
        params: { id: person.userId },
        body: { reason, code: operator.code() },
      });
      return byOperator(operator, { ...aboutAccount(person), facts: { reason } });
    },
  },
  payment_refetched: {
    retryQuery: async ({ paying }) => {
      const { operator, params, person, payment_id } = await createLostPayment(paying);
      await operator.browser.refreshPaymentTrouble({ params });
      return byOperator(operator, {
        ...{ owner_id: person.userId, subject_id: payment_id },
        facts: { kind: 'payment_lost' },
      });
    },
  },
  refund_retried: {
    repeatRefund: async ({ paying }) => {
      const { operator, params, person, payment_id } = await createUnknownRefund(paying);
      await operator.browser.refundAgain({ params, body: { code: operator.code() } });
      return byOperator(operator, {
        ...{ owner_id: person.userId, subject_id: payment_id },
        facts: { kind: 'refund_needs_operator', amount_kopecks: 30_000 },
      });
    },
  },
  refunded_manually: {
    recordManualRefund: async ({ paying }) => {
      const { operator, params, person, payment_id } = await createLostPayment(paying);
      await operator.browser.recordManualRefund({
        params,
        body: { code: operator.code(), amount_kopecks: 30_000, reference: 'Кабинет, 17' },
      });
      return byOperator(operator, {
        ...{ owner_id: person.userId, subject_id: payment_id },
        facts: { kind: 'payment_lost', amount_kopecks: 30_000 },
      });
    },
  },
  settled_with_payer: {
    recordSettlement: async ({ paying }) => {
      const { operator, params, person, payment_id } = await createLostPayment(paying);
      const body = { code: operator.code(), reference: 'Письмо 43' };
      await operator.browser.recordSettlement({ params, body });
      return byOperator(operator, {
        ...{ owner_id: person.userId, subject_id: payment_id },
        facts: { kind: 'payment_lost' },
      });
    },
  },
};

/** Creates a payment that the provider has lost, as the desk lists it. */
async function createLostPayment(paying: PayingProduct) {
  const person = await signedInPerson(paying);
  await paying.database.rows(sql`delete from payment_troubles`);
  const { payment_id } = await openPayment(paying, person, 'storage_300_monthly');
  paying.standIn.control.reset();
  for (let time = 0; time < 2; time++) await settlePayment(paying.ctx, payment_id);
  return { ...(await findOnlyTrouble(paying)), person, payment_id };
}

async function findOnlyTrouble(paying: PayingProduct) {
  const operator = await operatorAtDesk(paying);
  const { troubles } = await operator.browser.listPaymentTroubles({ query: {} });
  return { operator, params: { id: troubles[0]?.id ?? '' } };
}

/** Creates a refund that the provider does not know a day later. */
async function createUnknownRefund(paying: PayingProduct) {
  const person = await signedInPerson(paying);
  await paying.database.rows(sql`delete from payment_troubles`);
  const payment_id = await buy(paying, person, 'storage_300_monthly');
  await paying.database.transaction(async () => {
    const payment = await lockPayment(paying.database, payment_id);
    if (payment) await enqueueRefund(paying.ctx, payment, 'outage');
  });
  const [refund] = await paying.database.rows<{ id: string }>(
    sql`select id from refunds where payment_id = ${payment_id}`,
  );
  const id = refund?.id ?? '';
  paying.standIn.control.fault({ call: 'refund', fault: 'timeout_before' });
  await settleRefund(paying.ctx, id).catch(() => undefined);
  paying.clock.advance(day);
  for (let time = 0; time < 2; time++) await settleRefund(paying.ctx, id);
  return { ...(await findOnlyTrouble(paying)), person, payment_id };
}
