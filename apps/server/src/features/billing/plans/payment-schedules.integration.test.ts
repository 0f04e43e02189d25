import { randomUUID } from 'node:crypto';
import { type PlanProduct, priceEditions, productOf } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import { startStandIn, type YookassaStandIn } from '@zavet/yookassa-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failingAfter, Killed } from '../../../../test/database-faults.ts';
import { hour } from '../../../../test/durations.ts';
import { type PaymentScheduleEvent, step } from '../../../../test/payment-schedule-steps.ts';
import { announceRenewal } from '../../../../test/plan-days.ts';
import { freshDatabaseUrl } from '../../../../test/test-database.ts';
import { type Context, withService } from '../../../context.ts';
import { wiring } from '../../../features.ts';
import { createMovableClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openPostgres } from '../../../platform/database/open-database.ts';
import { Failure } from '../../../platform/failure.ts';
import { job, retryPolicies } from '../../../platform/jobs/job.ts';
import { createJobQueue, type JobQueue } from '../../../platform/jobs/job-queue.ts';
import { mailJob, policyOfMail, type QueuedMail } from '../../../platform/mail/mailer.ts';
import { noCheckpoint } from '../../../platform/process.ts';
import { paymentProvider } from '../payments/configured-provider.ts';
import { withdrawPaymentJob } from '../payments/end-payment.ts';
import { ProviderOutcomeUnknown } from '../payments/payment-provider.ts';
import { receiveNotification } from '../payments/payment-routes.ts';
import { settleRefund, settleRefundJob } from '../payments/refund-payment.ts';
import { settlePayment, settlePaymentJob } from '../payments/settle-payment.ts';
import { createYookassaProvider } from '../payments/yookassa-provider.ts';
import { offerOf } from './offer-rules.ts';
import { buyPlan } from './plan-changes.ts';
import { planMails } from './plan-mails.ts';
import { readPlan } from './plan-repository.ts';
import { withPrice } from './plan-rules.ts';
import { endPeriods } from './renewals.ts';

/** `npm run proofs -- schedules` runs thousands. */
const schedules = Number(process.env.SCHEDULES ?? 20);
const clock = createMovableClock();
const log = pino({ level: 'silent' });
const publicUrl = 'http://zavet.test';
let standIn: YookassaStandIn;
let database: Database;
let jobs: JobQueue;

beforeAll(async () => {
  standIn = await startStandIn({ clock: () => clock.now() });
  standIn.control.setWebhooks({ mode: 'never' });
  database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
  jobs = createJobQueue(database, log);
  // Jobs are only enqueued; the schedules decide when one runs.
  const options = { retry: retryPolicies.never, expireSeconds: 60, run: async () => {} };
  jobs.register([
    job<object>(settlePaymentJob, options),
    job<object>(settleRefundJob, options),
    job<object>(withdrawPaymentJob, options),
    job<QueuedMail>(mailJob, { ...options, policyOf: (order) => policyOfMail(planMails, order) }),
  ]);
  await jobs.start({ runsJobs: false });
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await standIn.stop();
});

function contextWith(faultyDatabase: Database): Context {
  const { url: apiUrl, shopId, secretKey } = standIn;
  const ctx = {
    ...{
      database: faultyDatabase,
      clock,
      jobs,
      log,
      prices: priceEditions,
      wiring,
      checkpoint: noCheckpoint,
    },
    mailer: { site: { publicUrl, supportEmail: 'support@zavet.test' } },
    config: { isProduction: false },
    replacements: new Map(),
  } as unknown as Context;
  const provider = createYookassaProvider({ apiUrl, shopId, secretKey, vatCode: 11 });
  return withService(ctx, paymentProvider, provider);
}

async function newOwner(): Promise<string> {
  const id = randomUUID();
  await database.rows(sql`
    insert into users (id, email, email_verified, created_at, updated_at)
    values (${id}, ${`${id}@example.org`}, true, now(), now())`);
  return id;
}

const rowsOf = (userId: string) =>
  database.rows<{
    id: string;
    status: string;
    amount_kopecks: number;
    basis: number;
    provider_payment_id: string | null;
  }>(sql`select * from payments where user_id = ${userId} order by created_at, id`);

/** Ignores failures that a schedule causes, and throws all others. */
async function ignoreExpectedFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isExpected =
      error instanceof Killed ||
      error instanceof ProviderOutcomeUnknown ||
      error instanceof Failure;
    if (!isExpected && !(error as Error).cause) throw error;
    if (!isExpected && !((error as Error).cause instanceof Killed)) throw error;
  }
}

async function act(userId: string, doing: PaymentScheduleEvent, ctx: Context): Promise<void> {
  const rows = await rowsOf(userId);
  const chosen = 'which' in doing ? rows[doing.which % Math.max(1, rows.length)] : undefined;
  switch (doing.do) {
    case 'buy':
      return buyAsOffered(userId, (doing as { plan_id: PlanProduct }).plan_id, ctx);
    case 'pay':
    case 'cancel': {
      const found = standIn.control
        .payments()
        .find(({ metadata }) => metadata?.payment_id === chosen?.id);
      if (found) standIn.control[doing.do](found.id);
      return;
    }
    case 'webhook':
      if (chosen?.provider_payment_id) {
        await receiveNotification(ctx, 'payment.succeeded', chosen.provider_payment_id);
        await settlePayment(ctx, chosen.id);
      }
      return;
    case 'forged webhook':
      return receiveNotification(ctx, 'payment.succeeded', (doing as { id: string }).id);
    case 'settle':
      return chosen && settlePayment(ctx, chosen.id);
    case 'end of the period': {
      const { valid_until } = await readPlan(database, userId);
      if (valid_until) {
        clock.advance(Math.max(0, Date.parse(valid_until) - clock.now().getTime()));
        await announceRenewal(database, userId);
        await endPeriods(ctx);
      }
      return;
    }
    case 'wait':
      clock.advance((doing as { ms: number }).ms);
  }
}

async function buyAsOffered(userId: string, plan_id: PlanProduct, ctx: Context): Promise<void> {
  const product = productOf(plan_id);
  if (!product) throw new Error(`no product ${plan_id}`);
  const { amount_kopecks } = offerOf(
    await readPlan(database, userId),
    withPrice(priceEditions[0], product),
    moscowDay(clock.now()),
  );
  const owner = { user_id: userId, session_id: '', email: '' };
  await buyPlan(ctx, owner, {
    amount: amount_kopecks / 100,
    currency: 'RUB',
    plan_id,
    user_id: userId,
    description: '',
    return_url: `${publicUrl}/yookassa-return`,
  });
}

/** Settles all pending payments and refunds, without further faults. */
async function settleEverything(userId: string): Promise<void> {
  standIn.control.clearFaults();
  const ctx = contextWith(database);
  for (let round = 0; round < 4; round++) {
    const open = (await rowsOf(userId)).filter(({ status }) => status === 'pending');
    for (const { id } of open) await settlePayment(ctx, id);
    const refunds = await openRefunds(userId);
    for (const { id } of refunds) await settleRefund(ctx, id);
    if (open.length + refunds.length === 0) return;
    // Long enough for unused payment pages to expire.
    clock.advance(2 * hour);
  }
}

const openRefunds = (userId: string) =>
  database.rows<{ id: string }>(sql`
    select refunds.id from refunds inner join payments on payments.id = refunds.payment_id
    where payments.user_id = ${userId} and refunds.status = 'pending'`);

async function expectOneEffect(userId: string): Promise<void> {
  const charges = standIn.control.charges();
  const events = await database.rows<{ payment_id: string; kind: string }>(sql`
    select payment_id, payment_events.kind from payment_events
    inner join payments on payments.id = payment_id where user_id = ${userId}`);
  const refunded = await database.rows<{ payment_id: string; amount: number; status: string }>(sql`
    select payment_id, refunds.amount_kopecks as amount, refunds.status from refunds
    inner join payments on payments.id = payment_id where user_id = ${userId}`);
  const rows = await rowsOf(userId);
  const applied: number[] = [];
  for (const { id, status, amount_kopecks, basis } of rows) {
    const times = (kind: string) =>
      events.filter((event) => event.payment_id === id && event.kind === kind).length;
    const refunds = refunded.filter(({ payment_id }) => payment_id === id);
    // Each successful payment is charged exactly once, and no other payment is charged.
    expect(charges[id] ?? 0).toBe(status === 'succeeded' ? 1 : 0);
    expect(status).not.toBe('pending');
    expect([times('succeeded') + times('canceled'), times(status)]).toEqual([1, 1]);
    // A successful payment has either one effect or a full refund.
    const isApplied = times('took_effect') === 1;
    expect(times('took_effect')).toBeLessThanOrEqual(1);
    if (isApplied) applied.push(basis);
    if (status !== 'succeeded') expect([isApplied, refunds]).toEqual([false, []]);
    else if (isApplied) expect(refunds).toEqual([]);
    else expect(refunds).toEqual([{ payment_id: id, amount: amount_kopecks, status: 'succeeded' }]);
  }
  const knownIds = new Set(rows.map(({ id }) => id));
  expect(Object.keys(charges).filter((id) => !knownIds.has(id))).toEqual([]);
  const refundCount = standIn.control
    .refunds()
    .filter(({ status }) => status === 'succeeded').length;
  expect(refundCount).toBe(refunded.length);
  const { version, plan } = await readPlan(database, userId);
  // One payment per version takes effect, and increments the version.
  expect(new Set(applied).size).toBe(applied.length);
  expect(version).toBeGreaterThanOrEqual(applied.length);
  if (applied.length === 0) expect(plan).toBe('free');
}

describe('payments under random schedules with faults and crashes', () => {
  it('have one charge and one effect each, or are refunded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        standIn.control.reset();
        const userId = await newOwner();
        for (const { doing: one, beside, diesAt, fault } of steps) {
          if (fault) standIn.control.fault(fault as never);
          const over = diesAt === null ? database : failingAfter(database, diesAt);
          await Promise.all([
            ignoreExpectedFailure(act(userId, one, contextWith(over))),
            beside && ignoreExpectedFailure(act(userId, beside, contextWith(database))),
          ]);
        }
        await settleEverything(userId);
        await expectOneEffect(userId);
        await database.rows(sql`delete from users where id = ${userId}`);
      }),
      { numRuns: schedules, endOnFailure: true },
    );
  });
});
