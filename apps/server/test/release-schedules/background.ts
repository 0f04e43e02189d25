import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { settlePayment } from '../../src/features/billing/payments/settle-payment.ts';
import { listDoubts } from '../../src/features/protocol/activation/doubt-routes.ts';
import { decideDoubt } from '../../src/features/protocol/activation/doubts.ts';
import { processWaitingActivations } from '../../src/features/protocol/activation/process-waiting-activations.ts';
import { Failure } from '../../src/platform/failure.ts';
import { failingAfter, Killed } from '../database-faults.ts';
import type { Lane } from './household.ts';

const kinds = [
  'recheck-waiting-activation',
  'refund-orphaned',
  'withdraw-payment',
  'settle-payment',
  'settle-refund',
];

/** Runs all pending jobs as a worker does, each this many times. */
export async function runJobs({ database, jobs }: Lane, times = 1): Promise<number> {
  const ordered = await database.rows<{ id: string; name: string; data: object }>(sql`
    delete from pgboss.job where name in ${kinds} returning id, name, data`);
  const known = jobs.registeredJobs();
  const { signal } = new AbortController();
  for (const { name, data } of ordered) {
    const job = known.find((one) => one.name === name);
    for (let time = 0; time < times; time++) await job?.run(data as never, signal as never);
  }
  return ordered.length;
}

/** Longer than any waiting period or expiry. */
const sixtyOneDays = 61 * 24 * 60 * 60 * 1000;

/** Completes everything that is open: payments, jobs, doubts and waiting periods. */
export async function settleEverything(lane: Lane): Promise<void> {
  const { clock, ctx } = lane;
  await endPayments(lane);
  while ((await runJobs(lane)) > 0);
  await decideDoubts(lane);
  clock.advance(sixtyOneDays);
  await processWaitingActivations(ctx, new AbortController().signal);
  while ((await runJobs(lane)) > 0);
}

/** Operators dismiss all remaining doubts. */
async function decideDoubts({ ctx }: Lane): Promise<void> {
  const operator = { user_id: randomUUID(), session_id: randomUUID() };
  for (let [held] = await listDoubts(ctx); held; ) {
    const { id } = held;
    const last_doubted_at = new Date(held.last_doubted_at).toISOString();
    await decideDoubt(ctx, operator, id, { verdict: 'dismissed', last_doubted_at });
    [held] = await listDoubts(ctx);
  }
}

async function endPayments({ database, provider, ctx }: Lane): Promise<void> {
  for (;;) {
    const open = await database.rows<{ id: string }>(
      sql`select id from payments where status = 'pending'`,
    );
    if (open.length === 0) return;
    for (const { id } of open) {
      provider.end(id, 'canceled');
      await settlePayment(ctx, id);
    }
  }
}

/** A context whose database fails at the n-th statement. */
export function failingContext({ database, ctx }: Lane, statements: number): Context {
  return { ...ctx, database: failingAfter(database, statements) };
}

/** Refusals and killed processes are expected; any other error is a bug. */
export async function ignoreExpectedFailure(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isExpected = [error, (error as Error).cause].some(
      (one) => one instanceof Failure || one instanceof Killed,
    );
    if (!isExpected) throw error;
  }
}
