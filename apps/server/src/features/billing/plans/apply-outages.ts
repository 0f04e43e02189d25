import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { lockPayment, openTrouble, orderRefund } from '../payments/index.ts';
import { planExtended } from './emails/plan-mails.ts';
import {
  closeOutage,
  insertOutageEffect,
  listOpenOutages,
  type Outage,
} from './outage-repository.ts';
import { extensionFor, isLongOutage, owedFor } from './outage-rules.ts';
import { type KeptPeriod, listOwnersBetween, listPeriodsBetween } from './period-repository.ts';
import { amendPlan, lockPlan } from './plan-repository.ts';
import { settleLapse } from './settle-lapse.ts';

/** Compensates every owner who had paid for days of an outage, each once. */
export async function applyOutages(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  for (const outage of await listOpenOutages(database)) {
    const failures = await forEachDue<string>({
      list: (after, limit) => listOwnersBetween(database, daysOf(outage), after, limit),
      handle: (userId) => compensate(ctx, outage, userId),
      failed: (user_id, err) =>
        ctx.log.error(
          { code: 'outage_not_compensated', user_id, err },
          'an owner could not be compensated for an outage',
        ),
      signal,
    });
    // It stays open for the owners who failed.
    if (failures.length === 0) await closeOutage(database, outage.id, clock.now());
  }
}

function daysOf({ began_at, ended_at }: Outage): [string, string] {
  return [moscowDay(began_at), moscowDay(ended_at)];
}

function compensate(ctx: Context, outage: Outage, userId: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    if (!(await insertOutageEffect(database, outage.id, userId))) return;
    const periods = await listPeriodsBetween(database, userId, ...daysOf(outage));
    const { began_at, ended_at } = outage;
    if (!isLongOutage(began_at, ended_at)) {
      return extend(ctx, userId, outage, periods);
    }
    for (const period of periods) await giveBack(ctx, period, owedFor(period, outage));
  });
}

async function extend(
  ctx: Context,
  userId: string,
  outage: Outage,
  periods: KeptPeriod[],
): Promise<void> {
  const { database, clock } = ctx;
  const plan = await lockPlan(database, userId);
  const extension = extensionFor(plan, periods, outage, moscowDay(clock.now()));
  if (!extension) return;
  const { days, next, valid_until } = extension;
  await amendPlan(database, userId, next);
  const { version: basis } = plan;
  await settleLapse(ctx, { owner_id: userId, basis, payment_id: null, contact_id: null });
  await enqueueMail(ctx, planExtended, { user_id: userId, days, valid_until });
}

async function giveBack(ctx: Context, period: KeptPeriod, wanted: number): Promise<void> {
  const payment = await lockPayment(ctx.database, period.payment_id);
  const ordered = payment ? await orderRefund(ctx, payment, 'outage', wanted) : 0;
  // A top-up may have been smaller than what is owed: the rest is for a person to decide.
  if (ordered < wanted) {
    const { payment_id } = period;
    ctx.log.error(
      { code: 'outage_compensated_in_part', payment_id, wanted, ordered },
      'a payment was smaller than what is owed for an outage',
    );
    // Of a payment that was forgotten after five years nothing can be shown.
    if (payment) {
      const owed_kopecks = wanted - ordered;
      const kind = 'outage_compensated_in_part';
      await openTrouble(ctx.database, { kind, payment_id, owed_kopecks }, ctx.clock.now());
    }
  }
}
