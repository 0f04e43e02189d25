import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { paymentProvider } from './payment-providers.ts';
import { listDuePayments } from './payment-repository.ts';
import { settleRefund } from './refund-payment.ts';
import { listDueRefunds } from './refund-repository.ts';
import { settlePayment } from './settle-payment.ts';

const atOnce = 50;
const day = 24 * 60 * 60 * 1000;
/** Longer than any payment waits for its next check. */
const anyPauseMs = 365 * day;

/**
 * Asks after everything that is still open, so that a lost notification only costs minutes.
 * `onlyIfDue` false: also after what somebody else is asking about at this moment.
 */
export async function reconcilePayments(
  ctx: Context,
  { onlyIfDue = true, signal }: { onlyIfDue?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { database, clock } = ctx;
  const provider = paymentProvider(ctx);
  if (!provider) return;
  const now = clock.now();
  const until = onlyIfDue ? now : new Date(now.getTime() + anyPauseMs);
  const settle = (list: typeof listDuePayments, handle: (id: string) => Promise<unknown>) =>
    forEachDue<string>({
      // One page a run: the provider is not asked more often, and the next run is half a minute away.
      list: async (after) => (after ? [] : list(database, provider.name, until, atOnce)),
      limit: atOnce,
      handle,
      failed: (_, err) =>
        ctx.log.warn(
          { code: 'payment_not_settled', err },
          'a payment or refund could not be settled this time',
        ),
      signal,
    });
  await settle(listDuePayments, (id) => settlePayment(ctx, id, { onlyIfDue }));
  await settle(listDueRefunds, (id) => settleRefund(ctx, id));
}
