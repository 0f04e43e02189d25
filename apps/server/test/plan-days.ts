import { randomUUID } from 'node:crypto';
import { addDays, type Day, startOfMoscowDay } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { lockUser } from '../src/features/account/public.ts';
import { settlePayment } from '../src/features/payments/settle-payment.ts';
import { insertNotice, markNoticeTaken } from '../src/features/plans/notice-repository.ts';
import { runDailyPlanTasks } from '../src/features/plans/plan-jobs.ts';
import type { PlanMailOrder } from '../src/features/plans/plan-mail.ts';
import { readPlan } from '../src/features/plans/plan-repository.ts';
import { sendNotice } from '../src/features/plans/send-notice.ts';
import { sendPlanMail } from '../src/features/plans/send-plan-mail.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { PayingProduct } from './paying.ts';
import { hour } from './test-clock.ts';

/** Moves to the morning of a day, without anything being done there. */
export function moveTo({ clock }: PayingProduct, day: Day): void {
  clock.advance(startOfMoscowDay(day).getTime() + 5 * hour - clock.now().getTime());
}

/** To a day, and everything that is due there: decided, then done. */
export async function liveThrough(product: PayingProduct, day: Day): Promise<void> {
  moveTo(product, day);
  await runDailyPlanTasks(product.plans, product.payments);
  await doJobs(product);
}

type Order =
  | { name: 'plan-mail'; data: PlanMailOrder }
  | { name: 'plan-notice'; data: { notice_id: string } }
  | { name: 'settle-payment'; data: { payment_id: string } };

/** Each job once, in a product that runs none by itself. One that fails waits for its next try. */
export async function doJobs(product: PayingProduct): Promise<void> {
  const orders = await product.database.rows<Order & { id: string }>(sql`
    select id, name, data from pgboss.job
    where name in ('plan-mail', 'plan-notice', 'settle-payment') order by created_on, id`);
  for (const order of orders) {
    const isDone = await run(product, order).then(
      () => true,
      () => false,
    );
    if (isDone) await product.database.rows(sql`delete from pgboss.job where id = ${order.id}`);
  }
}

function run({ plans, payments }: PayingProduct, order: Order): Promise<void> {
  if (order.name === 'plan-mail') return sendPlanMail(plans, order.data);
  if (order.name === 'plan-notice') return sendNotice(plans, payments, order.data.notice_id);
  return settlePayment(payments, order.data.payment_id);
}

/** As if a mail server had taken the announcement of the next renewal three days ahead. */
export function announceRenewal(database: Database, userId: string): Promise<void> {
  return database.transaction(async () => {
    // As the job does it: two at once must not write the same row.
    await lockUser(database, userId);
    const { version, valid_until, price_kopecks } = await readPlan(database, userId);
    if (!valid_until || price_kopecks === null) return;
    const told = addDays(valid_until, -3);
    const key = { user_id: userId, version, valid_until, amount_kopecks: price_kopecks };
    const id = randomUUID();
    await insertNotice(database, id, key, told);
    await markNoticeTaken(database, id, told);
  });
}
