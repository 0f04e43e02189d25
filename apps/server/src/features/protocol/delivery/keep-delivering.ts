import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { listOverdueActivations, secondsToNextAttempt } from './claim-repository.ts';
import { sendDeliveriesJob } from './delivery-orders.ts';
import { furthestAttemptMs } from './delivery-rules.ts';
import { sendDeliveries } from './send-deliveries.ts';

const longestSleepSeconds = 6 * 3_600;
/** Later than this, the worker that should have come has been lost. */
const overdueMs = 60_000;

/** Sends what is due, and comes back when the next mail is. */
export async function keepDelivering(
  ctx: Context,
  activationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock, jobs, checkpoint } = ctx;
  await sendDeliveries(ctx, activationId, signal);
  const seconds = await secondsToNextAttempt(database, activationId, clock.now());
  if (seconds === undefined) return;
  checkpoint('delivery.before_next_order');
  await jobs.enqueue(
    sendDeliveriesJob,
    { activation_id: activationId },
    { startAfterSeconds: Math.min(longestSleepSeconds, Math.max(1, Math.ceil(seconds))) },
  );
  checkpoint('delivery.next_ordered');
}

/** The safety net: whatever became of its job, a mail that is overdue is sent. */
export async function sendOverdue(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now().getTime();
  const times = { overdue: new Date(now - overdueMs), furthest: new Date(now + furthestAttemptMs) };
  await forEachDue<string>({
    list: (after, limit) => listOverdueActivations(ctx.database, times, after, limit),
    handle: (activationId) => sendDeliveries(ctx, activationId, signal),
    failed: (activation_id, err) =>
      ctx.log.error(
        { code: 'overdue_letters_not_sent', activation_id, err },
        'overdue letters of an activation could not be sent',
      ),
    signal,
  });
}
