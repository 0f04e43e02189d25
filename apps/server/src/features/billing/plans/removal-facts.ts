import type { Context } from '../../../context.ts';
import { port } from '../../../feature.ts';
import { findSuspension } from '../../identity/account/index.ts';
import { hasOpenPurchase } from '../payments/index.ts';
import { listContactNotices, listOpenGifts } from './lapse-repository.ts';
import type { RemovalFacts } from './lapse-rules.ts';
import type { OwnerPlan } from './plan-repository.ts';

/** All attempts to release the owner's letters. */
export const releaseAttempts =
  port<(ownerId: string) => Promise<RemovalFacts['releases']>>('release-attempts');

/** Reads the data that decides about a removal. The owner must be locked. */
export async function readRemovalFacts(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
): Promise<RemovalFacts> {
  const { database, clock } = ctx;
  const { version, grace_warned } = plan;
  // Without a current warning, earlier notices are void.
  const expiredOn = grace_warned === null ? null : plan.expired_on;
  const since = paymentCutoff(clock.now());
  const gifts = await listOpenGifts(database, { owner_id: userId, basis: version, since });
  return {
    releases: await releaseAttempts(ctx)(userId),
    is_being_paid:
      gifts.length > 0 ||
      (await hasOpenPurchase(database, userId, version, since)) ||
      // A suspended owner cannot pay, so files are kept as during a payment.
      (await findSuspension(database, userId)) !== undefined,
    contacts: await listContactNotices(database, userId, expiredOn),
  };
}

const paymentTimeoutMs = 24 * 60 * 60 * 1000;

/** Payments created after this time may still succeed. */
export function paymentCutoff(now: Date): Date {
  return new Date(now.getTime() - paymentTimeoutMs);
}
