import { isBoughtPlan } from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { OutagePreview } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../context.ts';
import { listLeftKopecks } from '../payments/index.ts';
import { isOutageRecorded } from './outage-repository.ts';
import { extensionFor, isLongOutage, owedFor } from './outage-rules.ts';
import { type KeptPeriod, listOwnersPeriods } from './period-repository.ts';
import { readPlans } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';

interface OutageTime {
  began_at: Date;
  ended_at: Date;
}

type OwnersPeriod = KeptPeriod & { user_id: string };

/** So many owners are looked at in one query: any number of them fits into memory. */
const ownersAtOnce = 1000;

/** What an outage would do, by the rules that are applied to it. Changes nothing. */
export async function previewOutage(ctx: Context, outage: OutageTime): Promise<OutagePreview> {
  const { began_at, ended_at } = outage;
  const is_long = isLongOutage(began_at, ended_at);
  const extended = new Map<string, OutagePreview['extended'][number]>();
  const money = { refunded_owners: 0, refunded_kopecks: 0, missing_kopecks: 0 };
  for await (const periods of batchesOf(ctx, outage)) {
    if (is_long) await addMoney(ctx, outage, periods, money);
    else await addDays(ctx, outage, periods, extended);
  }
  return {
    is_long,
    is_recorded: await isOutageRecorded(ctx.database, began_at, ended_at),
    extended: [...extended.values()].sort(
      (one, other) => one.plan.localeCompare(other.plan) || one.days - other.days,
    ),
    ...money,
  };
}

async function* batchesOf(
  { database }: Context,
  { began_at, ended_at }: OutageTime,
): AsyncGenerator<OwnersPeriod[]> {
  const days: [Day, Day] = [moscowDay(began_at), moscowDay(ended_at)];
  let last: string | null = null;
  while (true) {
    const periods: OwnersPeriod[] = await listOwnersPeriods(database, days, last, ownersAtOnce);
    if (periods.length === 0) return;
    yield periods;
    last = periods.at(-1)?.user_id ?? null;
  }
}

async function addDays(
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
    if (!isBoughtPlan(next.plan)) continue;
    const name = `${next.plan} ${days}`;
    const counted = extended.get(name) ?? { plan: next.plan, days, owners: 0 };
    extended.set(name, { ...counted, owners: counted.owners + 1 });
  }
}

async function addMoney(
  { database }: Context,
  outage: OutageTime,
  periods: OwnersPeriod[],
  money: Pick<OutagePreview, 'refunded_owners' | 'refunded_kopecks' | 'missing_kopecks'>,
): Promise<void> {
  const left = await listLeftKopecks(
    database,
    periods.map(({ payment_id }) => payment_id),
  );
  const owners = new Set<string>();
  for (const period of periods) {
    const owed = owedFor(period, outage);
    const given = Math.max(0, Math.min(owed, left.get(period.payment_id) ?? 0));
    if (given > 0) owners.add(period.user_id);
    money.refunded_kopecks += given;
    money.missing_kopecks += owed - given;
  }
  money.refunded_owners += owners.size;
}
