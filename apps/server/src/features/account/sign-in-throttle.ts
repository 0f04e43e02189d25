import { createHash } from 'node:crypto';
import { fail } from '../../platform/failure.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { takeRequest } from './account-requests.ts';
import { lockAttempts, markWarned, saveAttempts } from './sign-in-attempt-repository.ts';
import { decideAttempt } from './sign-in-rules.ts';

const warnAtFailures = 10;
const warnAgainAfterMs = 24 * 3_600 * 1_000;

/**
 * Counts of failures are kept per address, known or not. A browser the owner has used before
 * has a count of its own, so a stranger's failures elsewhere do not slow the owner down.
 */
export function attemptsKey(email: string, knownDevice?: string): string {
  return createHash('sha256')
    .update(`${email}\n${knownDevice ?? ''}`)
    .digest('base64url');
}

/** Takes one attempt, or fails while the account is slowed down. */
export async function takeAttempt(
  parts: AccountParts,
  email: string,
  knownDevice: string | undefined,
  caller: Caller,
): Promise<string> {
  const { database, clock } = parts;
  const key = attemptsKey(email, knownDevice);
  const decision = await database.transaction(async () => {
    const now = clock.now();
    const row = await lockAttempts(database, key);
    const made = decideAttempt(row && { ...row, lastFailedAt: row.last_failed_at }, now);
    if (!made.allowed) return made;
    await saveAttempts(database, { key, failures: made.failures, last_failed_at: now });
    if (made.failures >= warnAtFailures && isWarningDue(row?.warned_at, now)) {
      await markWarned(database, key, now);
      await takeRequest(parts, caller, { kind: 'sign_in_warning', email });
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
