import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limiter.ts';

interface AllowanceDeps {
  database: Database;
  clock: Clock;
  log: Logger;
}

const hourly = { max: 10, seconds: 3_600 };

/**
 * Takes one mail out of the allowance of a time, an hour unless said otherwise. Strangers may name any address, so it gets only so
 * many mails of a kind, no matter who asks; one statement counts for all servers. Gives the seconds to
 * wait, 0 when the mail may go.
 */
export async function takeMailAllowance(
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
