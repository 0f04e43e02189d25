import { isCataloguePlan } from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { OutagePreview } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../context.ts';
import { recordInterruption } from '../../../platform/downtime/interruption-repository.ts';
import { newId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import {
  enqueueRefund,
  flagForAttention,
  listRefundableKopecks,
  lockPayment,
} from '../payments/index.ts';
import { settleLapse } from './grace-periods.ts';
import {
  closeOutage,
  insertOutage,
  insertOutageEffect,
  isOutageRecorded,
  listOpenOutages,
  listOwnerPeriods,
  listOwnersWithPeriods,
  listPeriodPage,
  type Outage,
  type StoredPeriod,
} from './outage-repository.ts';
import { extensionFor, isLongOutage, type OutageTime, owedKopecks } from './outage-rules.ts';
import { planPaid } from './plan-mails.ts';
import { amendPlan, lockPlan, readPlans } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';

/** Limits the memory of a preview. */
const ownersPerPage = 1000;

/**
 * Records an outage for the compensating job, and postpones the release of pending letters to at
 * least a day after its end. False if the outage is already recorded.
 */
export function recordOutage(
  { database, clock }: Context,
  actor: AuditEntry['actor'],
  { started_at, ended_at }: OutageTime,
): Promise<boolean> {
  return database.transaction(async () => {
    const id = newId();
    if (!(await insertOutage(database, started_at, ended_at, clock.now(), id))) return false;
    await recordInterruption(database, { id, kind: 'outage', started_at, ended_at });
    const facts = { started_at: started_at.toISOString(), ended_at: ended_at.toISOString() };
    await appendAudit({ database, clock }, { actor, act: 'outage_recorded', facts });
    return true;
  });
}

/** Compensates each owner with a paid period during an outage, once. */
export async function applyOutages(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  for (const outage of await listOpenOutages(database)) {
    const failures = await forEachDue<string>({
      list: (after, limit) => listOwnersWithPeriods(database, daysOf(outage), after, limit),
      handle: (userId) => compensateOwner(ctx, outage, userId),
      failed: (user_id, err) =>
        ctx.log.error(
          { code: 'outage_not_compensated', user_id, err },
          'an owner could not be compensated for an outage',
        ),
      signal,
    });
    // Otherwise the next run retries the failed owners.
    if (failures.length === 0) await closeOutage(database, outage.id, clock.now());
  }
}

function daysOf({ started_at, ended_at }: OutageTime): [Day, Day] {
  return [moscowDay(started_at), moscowDay(ended_at)];
}

function compensateOwner(ctx: Context, outage: Outage, userId: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    if (!(await insertOutageEffect(database, outage.id, userId))) return;
    const periods = await listOwnerPeriods(database, userId, ...daysOf(outage));
    const { started_at, ended_at } = outage;
    if (!isLongOutage(started_at, ended_at)) {
      return extendPlan(ctx, userId, outage, periods);
    }
    for (const period of periods) await refundPeriod(ctx, period, owedKopecks(period, outage));
  });
}

async function extendPlan(
  ctx: Context,
  userId: string,
  outage: Outage,
  periods: StoredPeriod[],
): Promise<void> {
  const { database, clock } = ctx;
  const plan = await lockPlan(database, userId);
  const extension = extensionFor(plan, periods, outage, moscowDay(clock.now()));
  if (!extension) return;
  const { days, next, valid_until } = extension;
  await amendPlan(database, userId, next);
  const { version: basis } = plan;
  await settleLapse(ctx, { owner_id: userId, basis, payment_id: null, contact_id: null });
  await enqueueMail(ctx, planPaid, { event: 'extended', user_id: userId, days, valid_until });
}

async function refundPeriod(ctx: Context, period: StoredPeriod, owed: number): Promise<void> {
  const payment = await lockPayment(ctx.database, period.payment_id);
  const refunded = payment ? await enqueueRefund(ctx, payment, 'outage', owed) : 0;
  // The payment for an upgrade may be smaller than the debt; an operator settles the rest.
  if (refunded < owed) {
    const { payment_id } = period;
    ctx.log.error(
      { code: 'outage_compensated_in_part', payment_id, owed, refunded },
      'a payment was smaller than the compensation for an outage',
    );
    // After five years payments are deleted, so no item can refer to them.
    if (payment) {
      const owed_kopecks = owed - refunded;
      const kind = 'outage_compensated_in_part';
      await flagForAttention(ctx.database, { kind, payment_id, owed_kopecks }, ctx.clock.now());
    }
  }
}

type OwnersPeriod = StoredPeriod & { user_id: string };

/** Computes the effect of an outage with the rules that apply to it. Changes nothing. */
export async function previewOutage(ctx: Context, outage: OutageTime): Promise<OutagePreview> {
  const { started_at, ended_at } = outage;
  const is_long = isLongOutage(started_at, ended_at);
  const extended = new Map<string, OutagePreview['extended'][number]>();
  const refundTotals = { refunded_owners: 0, refunded_kopecks: 0, missing_kopecks: 0 };
  for await (const periods of readPeriodPages(ctx, outage)) {
    if (is_long) await addRefunds(ctx, outage, periods, refundTotals);
    else await addExtensions(ctx, outage, periods, extended);
  }
  return {
    is_long,
    is_recorded: await isOutageRecorded(ctx.database, started_at, ended_at),
    extended: [...extended.values()].sort(
      (one, other) => one.plan.localeCompare(other.plan) || one.days - other.days,
    ),
    ...refundTotals,
  };
}

async function* readPeriodPages(
  { database }: Context,
  outage: OutageTime,
): AsyncGenerator<OwnersPeriod[]> {
  let last: string | null = null;
  while (true) {
    const periods: OwnersPeriod[] = await listPeriodPage(
      database,
      daysOf(outage),
      last,
      ownersPerPage,
    );
    if (periods.length === 0) return;
    yield periods;
    last = periods.at(-1)?.user_id ?? null;
  }
}

async function addExtensions(
  { database, clock }: Context,
  outage: OutageTime,
  periods: OwnersPeriod[],
  extended: Map<string, OutagePreview['extended'][number]>,
): Promise<void> {
  const today = moscowDay(clock.now());
  const byOwner = Map.groupBy(periods, ({ user_id }) => user_id);
  const plans = await readPlans(database, [...byOwner.keys()]);
  for (const [userId, own] of byOwner) {
    const extension = extensionFor(plans.get(userId) ?? freePlan, own, outage, today);
    if (!extension) continue;
    const { days, next } = extension;
    if (!isCataloguePlan(next.plan)) continue;
    const name = `${next.plan} ${days}`;
    const counted = extended.get(name) ?? { plan: next.plan, days, owners: 0 };
    extended.set(name, { ...counted, owners: counted.owners + 1 });
  }
}

async function addRefunds(
  { database }: Context,
  outage: OutageTime,
  periods: OwnersPeriod[],
  refundTotals: Pick<OutagePreview, 'refunded_owners' | 'refunded_kopecks' | 'missing_kopecks'>,
): Promise<void> {
  const refundable = await listRefundableKopecks(
    database,
    periods.map(({ payment_id }) => payment_id),
  );
  const owners = new Set<string>();
  for (const period of periods) {
    const owed = owedKopecks(period, outage);
    const refunded = Math.max(0, Math.min(owed, refundable.get(period.payment_id) ?? 0));
    if (refunded > 0) owners.add(period.user_id);
    refundTotals.refunded_kopecks += refunded;
    refundTotals.missing_kopecks += owed - refunded;
  }
  refundTotals.refunded_owners += owners.size;
}
