import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { findAttempts, markWarned, type TakenAttempt } from './sign-in-attempt-repository.ts';
import { pauseLeft } from './sign-in-rules.ts';

const warnAtFailures = 10;
const warnAgainAfterMs = 24 * 3_600 * 1_000;

/**
 * What follows from an attempt. One that was not taken fails and says how long to wait. From the
 * tenth failure on `warn` is called, at most once a day.
 */
export async function followAttempt(
  { database, clock }: Context,
  key: string,
  taken: TakenAttempt | undefined,
  warn: () => Promise<void>,
): Promise<void> {
  const now = clock.now();
  if (!taken) {
    const wait = pauseLeft(await findAttempts(database, key), now);
    return fail('too_many_requests', { facts: { retry_after_seconds: Math.max(1, wait) } });
  }
  if (taken.failures < warnAtFailures) return;
  const earliest = new Date(now.getTime() - warnAgainAfterMs);
  if (taken.warned_at && new Date(taken.warned_at) >= earliest) return;
  await database.transaction(async () => {
    if (await markWarned(database, key, now, earliest)) await warn();
  });
}
