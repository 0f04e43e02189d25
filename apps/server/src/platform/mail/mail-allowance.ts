import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createRateLimiter, type RateLimit, returnCall } from '../http/rate-limiter.ts';

interface AllowanceDeps {
  database: Database;
  clock: Clock;
  log: Logger;
}

const hourly = { max: 10, seconds: 3_600 };
/** For an address that has confirmed nothing, over all kinds of mails. */
export const unconfirmedLimits: readonly RateLimit[] = [
  { max: 5, seconds: 3_600 },
  { max: 15, seconds: 24 * 3_600 },
];

/**
 * Takes one mail of a kind out of the allowance of an address, ten an hour unless said otherwise,
 * regardless of the caller; one statement counts for all servers. Gives the seconds to wait, 0 when the
 * mail may go.
 */
export async function claimMailAllowance(
  { database, clock, log }: AllowanceDeps,
  kind: string,
  /** An address, or an id where mails about somebody are counted. */
  target: string,
  limit: RateLimit = hourly,
): Promise<number> {
  const limiter = createRateLimiter(database, clock);
  const taken = await limiter.take(`mail:${kind}:${target}`, limit);
  if (taken.allowed) return 0;
  log.warn({ code: 'mail_held_back', kind }, 'the mails of a kind are used up for an address');
  return taken.retry_after_seconds;
}

/**
 * Takes one mail of any kind to an address that has confirmed nothing: strangers may name it, and
 * several kinds together would be many. Gives the seconds to wait, 0 when the mail may go.
 */
export async function claimUnconfirmedAllowance(
  { database, clock, log }: AllowanceDeps,
  kind: string,
  address: string,
): Promise<number> {
  const limiter = createRateLimiter(database, clock);
  for (const limit of unconfirmedLimits) {
    const taken = await limiter.take(unconfirmedKey(address, limit), limit);
    if (taken.allowed) continue;
    log.warn({ code: 'mail_held_back', kind }, 'an unconfirmed address has had its mails');
    return taken.retry_after_seconds;
  }
  return 0;
}

/** No mail server took the mail: its next attempt must find the same allowance. */
export async function releaseUnconfirmedAllowance(
  { database }: Pick<AllowanceDeps, 'database'>,
  address: string,
): Promise<void> {
  for (const limit of unconfirmedLimits) {
    await returnCall(database, unconfirmedKey(address, limit), limit);
  }
}

function unconfirmedKey(address: string, { seconds }: RateLimit): string {
  return `unconfirmed-mail:${seconds}:${address}`;
}
