import { isCataloguePlan, planPeriods } from '@zavet/contract/billing/plan-catalogue';
import { addDays, moscowDay } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { productName } from '../../identity/legal/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import {
  cardStateOf,
  findPaymentMethod,
  findRenewalAttempts,
  openPayment,
  paymentProvider,
  settlePaymentJob,
} from '../payments/index.ts';
import { planEndsSoon, planLapsed } from './plan-mails.ts';
import {
  amendPlan,
  findNotice,
  insertNotice,
  listEndedPlans,
  lockPlan,
  type OwnerPlan,
  type PlanEndCursor,
} from './plan-repository.ts';
import { chargeDecision, isNoticeDue, planAfterLapse, renewalStep } from './plan-rules.ts';
import { readNextProduct, readUpcomingCharge } from './read-plan.ts';

/** Notifies owners of the next charge, or of the end of their plan. */
export async function announcePeriodEnds(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Without payments no plan ends and nothing is charged.
  if (!paymentProvider(ctx)) return;
  const today = moscowDay(ctx.clock.now());
  for (const period of planPeriods) {
    const ended = { today: addDays(today, serviceTerms.periodNoticeDays[period]), period };
    await forEachDue<PlanEndCursor>({
      list: (after, limit) => listEndedPlans(ctx.database, ended, after, limit),
      handle: ({ user_id }) => announcePeriodEnd(ctx, user_id),
      failed: ({ user_id }, err) =>
        ctx.log.error(
          { code: 'period_end_not_announced', user_id, err },
          'the end of a period could not be announced',
        ),
      signal,
    });
  }
}

function announcePeriodEnd(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    if (!plan.valid_until) return;
    const amount_kopecks = await readUpcomingCharge(ctx, userId, plan);
    const { version, valid_until } = plan;
    const key = { user_id: userId, version, valid_until, amount_kopecks };
    const last = await findNotice(database, key);
    const today = moscowDay(clock.now());
    if (!isNoticeDue(plan, amount_kopecks, last, today)) return;
    const notice_id = newId();
    await insertNotice(database, notice_id, key, today);
    await enqueueMail(ctx, planEndsSoon, { notice_id }, { mailId: notice_id });
  });
}

/** Renews every plan whose period has ended, or lets it lapse. */
export async function endPeriods(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Without payments no plan ends.
  if (!paymentProvider(ctx)) return;
  const today = moscowDay(ctx.clock.now());
  await forEachDue<PlanEndCursor>({
    list: (after, limit) => listEndedPlans(ctx.database, { today }, after, limit),
    handle: ({ user_id }) => endPeriod(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error({ code: 'period_not_ended', user_id, err }, 'a period could not be ended'),
    signal,
  });
}

/**
 * Decides about the end of a period and opens a due renewal. A job settles the payment, so that the
 * lock is not held during network calls.
 */
function endPeriod(ctx: Context, userId: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    const method = await findPaymentMethod(database, userId);
    const attempts = await findRenewalAttempts(
      database,
      userId,
      plan.version,
      paymentProvider(ctx)?.name,
    );
    // The result of the last attempt is unknown, so nothing is decided yet.
    if (attempts.pending) return;
    const cardState = cardStateOf(method, paymentProvider(ctx)?.name);
    const { step } = renewalStep(plan, { ...attempts, method: cardState }, moscowDay(clock.now()));
    const decision = step === 'attempt' ? await decideCharge(ctx, userId, plan) : undefined;
    if (step === 'lapse' || decision === 'unreachable') await lapsePlan(ctx, userId, plan);
    if (decision !== 'charge' || !method) return;
    const renewal = await openRenewal(ctx, userId, plan, method.method_id);
    if (renewal) await jobs.enqueue(settlePaymentJob, { payment_id: renewal });
  });
}

/** Decides about the charge of a renewal, which requires an accepted notice. */
async function decideCharge(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
): Promise<'charge' | 'wait' | 'unreachable'> {
  const { version, valid_until } = plan;
  const { database, clock } = ctx;
  if (!valid_until) return 'wait';
  const amount_kopecks = await readUpcomingCharge(ctx, userId, plan);
  const key = { user_id: userId, version, valid_until, amount_kopecks };
  const notice = await findNotice(database, key);
  return chargeDecision(valid_until, notice, moscowDay(clock.now()));
}

async function openRenewal(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
  methodId: string,
): Promise<string | undefined> {
  const product = await readNextProduct(ctx, userId, plan);
  const person = await findPerson(ctx.database, userId);
  if (!product || !person) return undefined;
  const { id } = await openPayment(ctx, {
    user_id: userId,
    plan_id: product.plan_id,
    kind: 'renewal',
    amount_kopecks: product.price_kopecks,
    basis: plan.version,
    description: productName(mailWords(person.language), product.plan.id, product.period),
    receipt_email: person.email,
    return_url: null,
    method_id: methodId,
  });
  return id;
}

async function lapsePlan(ctx: Context, userId: string, plan: OwnerPlan): Promise<void> {
  const { database, clock } = ctx;
  const next = planAfterLapse(plan, moscowDay(clock.now()));
  // Open quotations stay valid: an ended period has no unused days to deduct.
  await amendPlan(database, userId, next);
  await recordSecurityEvent(database, userId, 'plan_changed', systemActor, clock.now());
  const { used_bytes } = await readStorage(database, userId);
  await enqueueMail(ctx, planLapsed, {
    event: 'expired',
    user_id: userId,
    ...(isCataloguePlan(plan.plan) ? { plan: plan.plan } : { limit_mb: plan.limit_mb }),
    files_removed_on: used_bytes > next.limit_mb * bytesPerMb ? next.grace_until : null,
  });
}
