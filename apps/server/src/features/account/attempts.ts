import { fail } from '../../platform/failure.ts';
import type { AccountDeps } from './account-deps.ts';
import { lockAttempts, markWarned, saveAttempts } from './sign-in-attempt-repository.ts';
import { decideAttempt } from './sign-in-rules.ts';

const warnAtFailures = 10;
const warnAgainAfterMs = 24 * 3_600 * 1_000;

/**
 * Takes one attempt of a count, or fails while it is slowed down. It counts as a failure until it
 * is given back. From the tenth failure on `warn` is called, at most once a day.
 */
export async function takeAttempt(
  { database, clock }: AccountDeps,
  key: string,
  warn: (now: Date) => Promise<void>,
): Promise<string> {
  const decision = await database.transaction(async () => {
    const now = clock.now();
    const row = await lockAttempts(database, key);
    const made = decideAttempt(row && { ...row, lastFailedAt: row.last_failed_at }, now);
    if (!made.allowed) return made;
    await saveAttempts(database, { key, failures: made.failures, last_failed_at: now });
    if (made.failures >= warnAtFailures && isWarningDue(row?.warned_at, now)) {
      await markWarned(database, key, now);
      await warn(now);
    }
    return made;
  });
  if (decision.allowed) return key;
  return fail('too_many_requests', {
    facts: { retry_after_seconds: decision.retryAfterSeconds },
  });
}

function isWarningDue(warnedAt: Date | null | undefined, now: Date): boolean {
  return !warnedAt || now.getTime() - warnedAt.getTime() > warnAgainAfterMs;
}
