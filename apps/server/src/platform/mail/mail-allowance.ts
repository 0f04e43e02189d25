import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createRateLimiter, type RateLimit, uncountCall } from '../http/rate-limiter.ts';

interface AllowanceContext {
  database: Database;
  clock: Clock;
  log: Logger;
}

const hourlyLimit = { max: 10, seconds: 3_600 };
/** Limits for all mails to an unconfirmed address. */
export const unconfirmedLimits: readonly RateLimit[] = [
  { max: 5, seconds: 3_600 },
  { max: 15, seconds: 24 * 3_600 },
];

/**
 * Counts one mail of a kind to an address, across all callers and servers. Returns the seconds to
 * wait, or 0.
 */
export async function claimMailAllowance(
  { database, clock, log }: AllowanceContext,
  kind: string,
  /** An address, or the id of the person that the mails are about. */
  target: string,
  limit: RateLimit = hourlyLimit,
): Promise<number> {
  const limiter = createRateLimiter(database, clock);
  const call = await limiter.take(`mail:${kind}:${target}`, limit);
  if (call.allowed) return 0;
  log.warn({ code: 'mail_held_back', kind }, 'mails of this kind to an address are limited');
  return call.retry_after_seconds;
}

/**
 * Counts one mail of any kind to an unconfirmed address, which a stranger may have entered. Returns
 * the seconds to wait.
 */
export async function claimUnconfirmedAllowance(
  { database, clock, log }: AllowanceContext,
  kind: string,
  address: string,
): Promise<number> {
  const limiter = createRateLimiter(database, clock);
  for (const limit of unconfirmedLimits) {
    const call = await limiter.take(unconfirmedKey(address, limit), limit);
    if (call.allowed) continue;
    log.warn({ code: 'mail_held_back', kind }, 'mails to an unconfirmed address are limited');
    return call.retry_after_seconds;
  }
  return 0;
}

/** Undoes the count for a mail that was not accepted and will be retried. */
export async function releaseUnconfirmedAllowance(
  { database }: Pick<AllowanceContext, 'database'>,
  address: string,
): Promise<void> {
  for (const limit of unconfirmedLimits) {
    await uncountCall(database, unconfirmedKey(address, limit), limit);
  }
}

function unconfirmedKey(address: string, { seconds }: RateLimit): string {
  return `unconfirmed-mail:${seconds}:${address}`;
}
